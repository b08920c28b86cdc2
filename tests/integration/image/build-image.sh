#!/bin/bash
# Build a Dockerfile without an engine.
#
# usage: build-image.sh WORK_FOLDER TAG CONTEXT    (the folder as given to imitate-python-slim.sh)
# The machine's certificates are mounted for the build, with a pip.conf that names them; neither enters the image.
set -euo pipefail
work=$1 certificates=/etc/ssl/certs/ca-certificates.crt
printf '[global]\ncert = %s\n' "$certificates" >"$work/pip.conf"
exec buildah --root "$work/store" --runroot "$work/run" --storage-driver overlay bud --quiet --pull-never \
    --isolation chroot --network host --layers \
    --volume "$certificates:$certificates:ro" --volume "$work/pip.conf:/etc/pip.conf:ro" --tag "$2" "$3"
