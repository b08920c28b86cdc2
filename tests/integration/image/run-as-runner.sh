#!/bin/bash
# Run an image's root file system as the runner would: read-only, the /github mounts, the forced working directory, root.
#
# usage: run-as-runner.sh ROOTFS DIR [NAME=VALUE ...] -- COMMAND...
# ROOTFS is from `buildah mount`; DIR holds workspace/ workflow/ home/ runner_temp/ file_commands/
set -euo pipefail
root=$1 dir=$2
shift 2
variables=()
while [ "$1" != -- ]; do
    variables+=(--setenv "${1%%=*}" "${1#*=}")
    shift
done
shift
mounts=()
for name in workspace workflow home runner_temp file_commands; do
    mounts+=(--bind "$dir/$name" "/github/$name")
done
mkdir -p "$root/github" # a mount point; the mounted working container can be written, the run's view of it can't
exec bwrap --ro-bind "$root" / --dev /dev --proc /proc --tmpfs /tmp --tmpfs /run --tmpfs /github "${mounts[@]}" \
    --unshare-pid --unshare-ipc --unshare-uts --hostname runner --die-with-parent --clearenv \
    --setenv PATH /usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin --setenv LANG C.UTF-8 \
    --setenv HOME /github/home --setenv CI true --setenv GITHUB_ACTIONS true \
    --setenv GITHUB_WORKSPACE /github/workspace --setenv GITHUB_EVENT_PATH /github/workflow/event.json \
    --setenv RUNNER_TEMP /github/runner_temp --setenv GITHUB_OUTPUT /github/file_commands/output \
    --setenv GITHUB_STEP_SUMMARY /github/file_commands/summary \
    "${variables[@]}" --chdir /github/workspace "$@"
