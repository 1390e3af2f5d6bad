// Evaluates pod templates against Kubernetes' own Pod Security rules, level "restricted".
//
// Reads a JSON list of {"name": "...", "template": PodTemplateSpec} and writes one line per violation; exits with 1 if there is
// any.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

type workload struct {
	Name     string                 `json:"name"`
	Template corev1.PodTemplateSpec `json:"template"`
}

func main() {
	var workloads []workload
	if err := json.NewDecoder(os.Stdin).Decode(&workloads); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	violations := 0
	for _, each := range workloads {
		result := policy.AggregateCheckResults(evaluator.EvaluatePod(restricted, &each.Template.ObjectMeta, &each.Template.Spec))
		if !result.Allowed {
			violations++
			fmt.Printf("%s: %s\n", each.Name, result.ForbiddenDetail())
		}
	}
	if violations > 0 {
		os.Exit(1)
	}
}
