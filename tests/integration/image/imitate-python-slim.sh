#!/bin/bash
# Imitate docker.io/library/python:3.12-slim where it can't be pulled: a minimal Debian, and a CPython tree in /usr/local.
#
# usage: imitate-python-slim.sh PYTHON_PREFIX WORK_FOLDER [APT_SOURCE_LINE]
# The image's tag stays the one that the Dockerfile names, whichever CPython the tree holds.
set -euo pipefail
prefix=$1 work=$2 source=${3:-deb http://deb.debian.org/debian bookworm main}
root=$work/root
version=$("$prefix/bin/python3" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
packages=ca-certificates,git,netbase,tzdata,libbz2-1.0,libexpat1,libffi8,liblzma5,libncursesw6,libreadline8,libsqlite3-0
packages+=,libssl3,libtirpc3,zlib1g

mkdir -p "$work"
rm -rf "$root"
mkdir "$root"
mmdebstrap --quiet --variant=minbase --include="$packages" bookworm "$root" "$source"

mkdir -p "$root/usr/local/lib"
cp -a "$prefix/bin" "$root/usr/local/"
find "$prefix/lib" -maxdepth 1 -name 'libpython3*.so*' -exec cp -a {} "$root/usr/local/lib/" \;
tar -C "$prefix/lib" --exclude="python$version/test" --exclude='*/site-packages' --exclude='__pycache__' \
    --exclude="config-$version-*" -cf - "python$version" | tar -C "$root/usr/local/lib" -xf -
mkdir -p "$root/usr/local/lib/python$version/site-packages"
rm -f "$root"/usr/local/bin/{pip*,2to3*,idle*,pydoc*}
chroot "$root" sh -euc "
    ldconfig
    cd /usr/local/bin
    /usr/local/bin/python$version -m ensurepip >/dev/null 2>&1
    ln -sf python$version python; ln -sf python$version python3; ln -sf pip3 pip
    python -c 'import ssl, sqlite3, ctypes'
    rm -rf /var/lib/apt/lists/* /var/cache/apt/*"

tar -C "$root" -cf "$work/base.tar" .
rm -rf "$root"
engine() { buildah --root "$work/store" --runroot "$work/run" --storage-driver overlay "$@"; }
container=$(engine from scratch)
engine add --quiet "$container" "$work/base.tar" / >/dev/null
rm "$work/base.tar"
engine config --env PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin --env LANG=C.UTF-8 "$container"
engine commit --quiet --rm "$container" docker.io/library/python:3.12-slim
