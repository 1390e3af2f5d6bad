#!/usr/bin/env bash
# Performs one step of a secret's rotation: changes the secret wherever it is stored and restarts the deployments that read it.
# docs/runbooks/rotate-secrets.md has the steps and their times.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  printf 'Usage: k8s/rotate.sh <overlay> <secret> <step>\n\n  secret  identity/SIGNING_KEY, affiliate/SIGNING_KEY, MEDIA_URL_SECRET, POSTBACK_KEYS/<partner> or WEBHOOK_SECRETS/<partner>\n  step    add, use or drop\n\nThe cluster is the one of your kubectl.\n' >&2
  exit 2
}
if [ $# -ne 3 ] || [ ! -d "k8s/overlays/$1" ]; then usage; fi
namespace=$(sed -n 's/^namespace: //p' "k8s/overlays/$1/kustomization.yaml")
step=$3
case $2 in
  identity/SIGNING_KEY | affiliate/SIGNING_KEY) key=SIGNING_KEY partner='' services=${2%/*} ;;
  # Both services have the same value.
  MEDIA_URL_SECRET) key=MEDIA_URL_SECRET partner='' services='media catalogue' ;;
  POSTBACK_KEYS/* | WEBHOOK_SECRETS/*) key=${2%%/*} partner=${2#*/} services=billing ;;
  *) usage ;;
esac

for service in $services; do
  if [ "$(kubectl get secret "$service" --namespace "$namespace" --output jsonpath='{.metadata.ownerReferences[0].kind}')" = ExternalSecret ]; then
    printf 'The secret %s is synchronised from a store and would be overwritten: rotate it there (docs/runbooks/rotate-secrets.md).\n' "$service" >&2
    exit 1
  fi
done

# Passes the value through pipes only: other users can read process arguments.
value=$(kubectl get secret "${services%% *}" --namespace "$namespace" --output jsonpath="{.data.$key}" | base64 --decode)
next=$(npm run --silent secrets:rotate -- "$key" "$step" ${partner:+"$partner"} <<<"$value" | base64 --wrap=0)
for service in $services; do
  printf '{"data":{"%s":"%s"}}' "$key" "$next" | kubectl patch secret "$service" --namespace "$namespace" --patch-file /dev/stdin
done
for service in $services; do
  kubectl rollout restart deployment "$service" --namespace "$namespace"
  kubectl rollout status deployment "$service" --namespace "$namespace" --timeout=20m
done
