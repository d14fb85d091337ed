# shellcheck shell=bash
# Installs from Debian what this machine lacks: the services, and what the product itself needs beside Node.
#
# Ceph is installed like the rest, not unpacked into our folder: its programs find their plugins only under /usr/lib
# unless asked otherwise at every call, apt keeps their libraries in step, and all clones share the one copy.

readonly POSTGRES_PROGRAMS=/usr/lib/postgresql/15/bin

# Sheets are printed in it.
readonly SHEET_FONT=/usr/share/fonts/opentype/ipaexfont-gothic/ipaexg.ttf

# Who needs it, the file we call or read, and the package that brings it.
readonly PROGRAMS=(
  "all      /usr/bin/python3            python3-minimal"
  "all      /usr/bin/bwrap              bubblewrap"
  "all      $SHEET_FONT fonts-ipaexfont-gothic"
  "postgres $POSTGRES_PROGRAMS/postgres postgresql-15"
  "redis    /usr/bin/redis-server       redis-server"
  "s3       /usr/bin/ceph-mon           ceph-mon"
  "s3       /usr/bin/ceph-osd           ceph-osd"
  "s3       /usr/bin/radosgw            radosgw"
  "s3       /usr/bin/ceph               ceph-common"
  "s3       /usr/bin/curl               curl"
)

install_missing_packages() {
  local -a missing
  mapfile -t missing < <(list_missing_packages "$@")
  if ((${#missing[@]} == 0)); then
    echo 'everything is installed'
    return
  fi
  become_root "$@"
  wait_for_other_installs
  keep_daemons_from_starting
  keep_debian_from_creating_a_cluster
  export DEBIAN_FRONTEND=noninteractive
  apt-get update
  # --force-confold: keep the createcluster.conf we may just have written, without asking.
  apt-get install --yes --no-install-recommends \
    -o DPkg::Lock::Timeout=300 -o Dpkg::Options::=--force-confold "${missing[@]}"
}

list_missing_packages() {
  local entry service file package
  for entry in "${PROGRAMS[@]}"; do
    read -r service file package <<<"$entry"
    [[ " all $* " == *" $service "* ]] || continue
    [[ -e $file ]] || echo "$package"
  done
}

refuse_if_packages_are_missing() {
  local -a missing
  mapfile -t missing < <(list_missing_packages "$@")
  ((${#missing[@]} == 0)) || die "not installed: ${missing[*]}. Run: scripts/services install"
}

become_root() {
  ((EUID != 0)) || return 0
  # Without a terminal sudo cannot ask for a password, so it must not need one.
  if command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; then
    exec sudo -- "$REPOSITORY/scripts/services" install "$@"
  fi
  die "packages are missing and only root may install them. Run: su root -c \"'$REPOSITORY/scripts/services' install $*\""
}

# Another clone's install would remove the policy file below while we still need it. Any account may lock this
# folder, and apt's own locks are on files inside it, so the two do not meet.
wait_for_other_installs() {
  exec 8</var/lib/apt
  flock 8
}

# Debian starts a daemon as soon as it is installed, unless this file answers 101: "not allowed". A machine that
# has a policy of its own keeps it.
keep_daemons_from_starting() {
  local policy=/usr/sbin/policy-rc.d
  [[ ! -e $policy ]] || return 0
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
}

# A first installation of PostgreSQL creates a cluster that would start at every boot. Ours is private.
keep_debian_from_creating_a_cluster() {
  local settings=/etc/postgresql-common/createcluster.conf
  [[ ! -x $POSTGRES_PROGRAMS/postgres && ! -e $settings ]] || return 0
  mkdir -p "${settings%/*}"
  echo 'create_main_cluster = false' >"$settings"
}
