#!/usr/bin/env bash
# Checks the TLS of a deployed site: versions, cipher suites, certificate. Needs openssl.
set -euo pipefail

if [ $# -lt 1 ] || [ "$1" = --help ]; then
  printf 'Usage: k8s/check-tls.sh <host> [port]\n\nEnds with 1 when something is wrong.\n' >&2
  exit 2
fi
host=$1 port=${2:-443} faults=0

# Security level 0: the local openssl would otherwise reject weak suites before the server can.
weak='@SECLEVEL=0'
connects() { openssl s_client -connect "$host:$port" -servername "$host" "$@" </dev/null >/dev/null 2>&1; }
ok() { printf '  ok       %s\n' "$1"; }
fault() { printf '  FAULT    %s\n' "$1"; faults=$((faults + 1)); }
# must <description> <options of s_client...>
must() { if connects "${@:2}"; then ok "$1"; else fault "$1"; fi; }
must_not() { if connects "${@:2}"; then fault "$1"; else ok "$1"; fi; }

must 'TLS 1.3 is offered' -tls1_3
must "the certificate is trusted and names $host" -verify_return_error -verify_hostname "$host"
must_not 'TLS 1.0 is rejected' -tls1 -cipher "ALL:$weak"
must_not 'TLS 1.1 is rejected' -tls1_1 -cipher "ALL:$weak"
must_not 'cipher suites without authenticated encryption are rejected' -tls1_2 -cipher "ALL:!AESGCM:!AESCCM:!CHACHA20:$weak"
must_not 'cipher suites without forward secrecy are rejected' -tls1_2 -cipher "kRSA:$weak"

[ "$faults" -eq 0 ]
