#!/usr/bin/env bash
# Prints what the cluster lacks for an overlay, before anything is applied; changes nothing.
set -euo pipefail
cd "$(dirname "$0")"

if [ $# -ne 1 ] || [ "$1" = --help ] || [ ! -d "overlays/$1" ]; then
  printf 'Usage: k8s/preflight.sh <overlay>\n\nOverlays: %s\nThe cluster is the one of your kubectl. Ends with 1 when something is missing.\n' "$(ls overlays | tr '\n' ' ')" >&2
  exit 2
fi
if ! command -v kubectl >/dev/null; then
  printf 'kubectl is missing: install it (https://kubernetes.io/docs/tasks/tools/) and choose the context of the cluster.\n' >&2
  exit 1
fi
overlay=overlays/$1
namespace=$(sed -n 's/^namespace: //p' "$overlay/kustomization.yaml")
rendered=$(kubectl kustomize "$overlay")
missing=0

ok() { printf '  ok       %s\n' "$1"; }
# fault <missing thing> <remedy>
fault() { printf '  MISSING  %s\n           %s\n' "$1" "$2"; missing=$((missing + 1)); }
# expect <thing> <remedy> <command...>
expect() { local what=$1 remedy=$2; shift 2; if "$@" >/dev/null 2>&1; then ok "$what"; else fault "$what" "$remedy"; fi; }
uses() { grep -q "^kind: $1\$" <<<"$rendered"; }

if ! kubectl version >/dev/null 2>&1; then
  printf 'No cluster responds: check the context of kubectl (kubectl config current-context).\n' >&2
  exit 1
fi

printf '%s\n\nPlaceholders of the overlay\n' "$overlay"
# Domain names (RFC 2606) and addresses (RFC 5737) reserved for documentation.
placeholders=$(grep -oE '[a-z0-9.-]+\.example\b|192\.0\.2\.[0-9]+/[0-9]+' <<<"$rendered" | sort -u | tr '\n' ' ' || true)
if [ "$1" = local ] || [ -z "$placeholders" ]; then ok 'none is left'; else fault "real values for: $placeholders" "replace them in k8s/$overlay/kustomization.yaml (k8s/README.md)"; fi
unpinned=$(sed -nE 's|^ *(- )?image: .*/([a-z-]+)@sha256:0{64}$|\2|p' <<<"$rendered" | sort -u | tr '\n' ' ')
[ -z "$unpinned" ] || fault "digests of the images: $unpinned" 'a release pins them on the branch release (k8s/README.md, "Delivery by Argo CD"): check it out'

printf '\nOperators and controllers\n'
# operator <kind in the overlay> <resource definition> <namespace> <name>
operator() {
  uses "$1" || return 0
  expect "$4: resource definition $2" "install $4" kubectl get crd "$2"
  [ -z "$3" ] || expect "$4: a deployment of the namespace $3 is available" "install $4 into $3, or look at its pods" \
    kubectl wait deployments --all --namespace "$3" --for=condition=Available --timeout=5s
}
operator Cluster clusters.postgresql.cnpg.io cnpg-system CloudNativePG
operator RabbitmqCluster rabbitmqclusters.rabbitmq.com rabbitmq-system 'the RabbitMQ Cluster Operator'
operator MongoDBCommunity mongodbcommunity.mongodbcommunity.mongodb.com mongodb 'the MongoDB Community Operator, watching all namespaces,'
operator ScaledObject scaledobjects.keda.sh keda KEDA
operator PodMonitor podmonitors.monitoring.coreos.com monitoring 'the Prometheus Operator'
operator ExternalSecret externalsecrets.external-secrets.io external-secrets 'the External Secrets Operator'
if uses ExternalSecret; then
  expect 'cluster secret store platform' 'create it for your provider (k8s/README.md, "Secrets")' kubectl wait clustersecretstore platform --for=condition=Ready --timeout=5s
fi
operator Gateway gateways.gateway.networking.k8s.io '' 'a Gateway API controller'
if uses HorizontalPodAutoscaler; then expect 'metrics-server' 'install metrics-server' kubectl get --raw /apis/metrics.k8s.io/v1beta1; fi
if uses Gateway; then
  class=$(sed -n 's/^  gatewayClassName: //p' <<<"$rendered" | head -n 1)
  expect "gateway class $class" 'set gatewayClassName in the overlay to one of: kubectl get gatewayclasses' kubectl get gatewayclass "$class"
fi
if uses Ingress; then
  class=$(sed -n 's/^  ingressClassName: //p' <<<"$rendered" | head -n 1)
  expect "ingress class $class" 'install ingress-nginx, or set ingressClassName in the overlay' kubectl get ingressclass "$class"
fi
# Pods that may reach the gateway, from the policy `ingress-controller`.
controllers=$(awk '/^kind: NetworkPolicy/ { policy = 1 } policy && /^  name: / { name = $2 } policy && name == "ingress-controller" && /kubernetes.io\/metadata.name:/ { print $2 } /^---/ { policy = 0; name = "" }' <<<"$rendered" | sort -u)
for controller in $controllers; do expect "namespace $controller of the ingress controller" 'patch the NetworkPolicy ingress-controller in the overlay' kubectl get namespace "$controller"; done

printf '\nNamespace and storage\n'
# An overlay may build on another one.
parent=$(sed -n 's|^  - \.\./\([a-z-]*\)$|\1|p' "$overlay/kustomization.yaml" | head -n 1)
expect "namespace $namespace" "kubectl apply --filename k8s/overlays/${parent:-$1}/namespace.yaml" kubectl get namespace "$namespace"
if grep -qE '^kind: (PersistentVolumeClaim|Cluster|RabbitmqCluster|MongoDBCommunity)$' <<<"$rendered"; then
  default_class='{range .items[?(@.metadata.annotations.storageclass\.kubernetes\.io/is-default-class=="true")]}{.metadata.name}{end}'
  if [ -n "$(kubectl get storageclass --output jsonpath="$default_class")" ]; then ok 'a default storage class'; else fault 'a default storage class' 'annotate one: kubectl annotate storageclass <name> storageclass.kubernetes.io/is-default-class=true'; fi
fi

printf '\nSecrets in %s\n' "$namespace"
# Secrets that the External Secrets Operator will create once the overlay is applied.
from_store=$(awk '/^kind: ExternalSecret/ { external = 1 } external && /^  name: / { print $2; external = 0 }' <<<"$rendered")
# secret <name> <key...>
secret() {
  local name=$1 absent='' key keys; shift
  if ! keys=$(kubectl get secret "$name" --namespace "$namespace" --output go-template='{{range $key, $value := .data}}{{$key}} {{end}}' 2>/dev/null); then
    if grep -qxF "$name" <<<"$from_store"; then
      printf '  STORE    secret %s: the entry coulisses/%s needs: %s\n' "$name" "$name" "$*"
      return
    fi
    case $name in
      backup-offsite | postgres-wal | site-tls) fault "secret $name ($*)" 'create it (k8s/README.md, "Secrets")' ;;
      *) fault "secret $name ($*)" 'create it, or a whole set: npm run --silent secrets (k8s/README.md)' ;;
    esac
    return
  fi
  for key in "$@"; do [[ " $keys " == *" $key "* ]] || absent="$absent $key"; done
  if [ -z "$absent" ]; then ok "secret $name"; else fault "secret $name:$absent" 'add the keys to it'; fi
}
# Configurations name one file per secret: NAME_FILE: /run/platform/NAME.
if ! grep -q 'name: generated-secrets$' <<<"$rendered"; then
  while read -r name keys; do
    # shellcheck disable=SC2086
    secret "$name" $keys
  done < <(awk '
    /^---/ { data = "" } /^  [A-Z0-9_]+_FILE: \/run\/platform\// { sub(/.*\//, "", $2); data = data " " $2 }
    /^kind: ConfigMap/ { map = 1 } map && /^  name: / { sub(/-[a-z0-9]+$/, "", $2); if (data != "" && $2 != "backup") print $2 data; map = 0; data = "" }' <<<"$rendered" | sort -u)
  if uses Cluster; then for role in identity media affiliate billing; do secret "postgres-$role" username password; done; fi
  if uses MongoDBCommunity; then secret mongodb-catalogue password; fi
  if uses RabbitmqCluster; then secret rabbitmq-user username password default_user.conf; fi
  if uses ScheduledBackup; then secret postgres-wal ACCESS_KEY_ID ACCESS_SECRET_KEY; fi
  if grep -q 'secretName: backup-offsite$' <<<"$rendered"; then secret backup-offsite rclone.conf; fi
  if uses Gateway || uses Ingress; then secret site-tls tls.crt tls.key; fi
else
  ok 'generated by the job generated-secrets'
fi

printf '\nName of the site\n'
host=$(sed -n 's|^  PUBLIC_URL: https*://\([^:/]*\).*|\1|p' <<<"$rendered" | head -n 1)
expect "$host resolves" 'create its DNS record, to the address of the Gateway or Ingress controller' getent hosts "$host"

if [ "$missing" -gt 0 ]; then
  printf '\n%s missing.\n' "$missing"
  exit 1
fi
printf '\nThe API server accepts every object of the overlay\n'
kubectl apply --kustomize "$overlay" --dry-run=server >/dev/null
printf '  ok\n\nNothing is missing: k8s/roll-out.sh %s\n' "$1"
