#!/usr/bin/env bash
# Applies an overlay to a cluster: configuration and servers, then the migrations, then the services. k8s/preflight.sh prints
# beforehand what the cluster lacks.
set -euo pipefail
cd "$(dirname "$0")"

if [ $# -ne 1 ] || [ "$1" = --help ] || [ ! -d "overlays/$1" ]; then
  printf 'Usage: k8s/roll-out.sh <overlay>\n\nOverlays: %s\nThe cluster is the one of your kubectl. Run it again for every new version.\n' "$(ls overlays | tr '\n' ' ')" >&2
  exit 2
fi
overlay=overlays/$1
namespace=$(sed -n 's/^namespace: //p' "$overlay/kustomization.yaml")
part=app.kubernetes.io/component

step() { printf '\n%s\n' "$*"; }

step "$overlay: configuration, accounts, servers"
# Completed jobs are immutable: they are created again.
kubectl delete jobs --namespace "$namespace" --selector "$part in (migration, setup, demo)" --ignore-not-found
# The job of the demo data is last: it needs the services.
kubectl apply --kustomize "$overlay" --selector "$part notin (server, migration, demo)"

# Pods wait longer and longer between attempts to mount a missing secret.
if kubectl get job generated-secrets --namespace "$namespace" >/dev/null 2>&1; then
  kubectl wait --namespace "$namespace" --for=condition=complete --timeout=5m job/generated-secrets
fi

step "$overlay: migrations"
kubectl apply --kustomize "$overlay" --selector "$part=migration"
kubectl wait --namespace "$namespace" --for=condition=complete --timeout=60m jobs --selector "$part=migration"

step "$overlay: services"
kubectl apply --kustomize "$overlay"
for deployment in $(kubectl get deployments --namespace "$namespace" --selector "$part=server" --output name); do
  kubectl rollout status --namespace "$namespace" --timeout=20m "$deployment"
done
