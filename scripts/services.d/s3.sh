# shellcheck shell=bash
# A real S3 server: Ceph's gateway (radosgw) before the smallest cluster there can be, one monitor and one storage
# daemon that keeps objects in memory. Every start begins with an empty cluster.

readonly S3_HOME=$SERVICES/s3
readonly S3_BUCKET=bindery S3_REGION=us-east-1 S3_ACCESS_KEY=bindery-dev S3_SECRET_KEY=bindery-dev-secret
# What other engines are lent credentials of: it may read the bucket, and each loan says which part of it.
readonly S3_ROLE=bindery-reader

s3_launch() {
  local monitor_port gateway_port
  monitor_port=$(claim_port s3-monitor)
  gateway_port=$(claim_port s3)
  rm -rf "$S3_HOME"
  mkdir -p "$S3_HOME"/{monitor,storage,gateway,pid,log}
  write_ceph_settings "$monitor_port" "$gateway_port"
  start_ceph_monitor
  start_ceph_storage
  start_ceph_gateway
  create_s3_user
  create_s3_role
  s3_request --request PUT "/$S3_BUCKET"
}

write_ceph_settings() {
  cat >"$S3_HOME/ceph.conf" <<SETTINGS
[global]
fsid = $(</proc/sys/kernel/random/uuid)
mon host = [v1:127.0.0.1:$1]
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
run dir = $S3_HOME/pid
pid file = $S3_HOME/pid/\$name
log file = $S3_HOME/log/\$name.log
# The path of a socket may be 107 bytes long at most, and this one is not needed.
admin socket =
osd pool default size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true

[mon]
mon data = $S3_HOME/monitor
mon cluster log file = $S3_HOME/log/cluster.log
# A single node needs no agreement: without these two a start takes ten seconds longer.
paxos propose interval = 0.02
paxos min wait = 0.01
# By default the monitor leaves when the disk is 95 % full.
mon data avail crit = 1

[osd]
# Otherwise it listens on all addresses. Not for the monitor: it would take its port from here, not from "mon host".
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
osd data = $S3_HOME/storage
osd objectstore = memstore
memstore device bytes = 4294967296

[client.rgw]
rgw data = $S3_HOME/gateway
rgw frontends = beast endpoint=127.0.0.1:$2
rgw thread pool size = 64
# Give the memory of deleted large objects back within half a minute, not after two hours.
rgw gc obj min wait = 10
rgw gc processor period = 10
# Credentials for a while, of 16 characters by need. They hold nothing but what is in memory here.
rgw s3 auth use sts = true
rgw sts key = bindery-sts-key1
SETTINGS
}

start_ceph_monitor() {
  /usr/bin/ceph-mon -c "$S3_HOME/ceph.conf" -i a --mkfs
  /usr/bin/ceph-mon -c "$S3_HOME/ceph.conf" -i a
}

# --no-mon-config: a daemon that first asks the monitor for settings forgets the fsid of its own ones meanwhile, and in
# one start of six speaks to the monitor before it has learnt it again: "wrong fsid".
start_ceph_storage() {
  local id
  id=$(</proc/sys/kernel/random/uuid)
  timeout 20 ceph -c "$S3_HOME/ceph.conf" osd new "$id"
  /usr/bin/ceph-osd -c "$S3_HOME/ceph.conf" -i 0 --no-mon-config --mkfs --osd-uuid "$id"
  /usr/bin/ceph-osd -c "$S3_HOME/ceph.conf" -i 0 --no-mon-config
}

start_ceph_gateway() {
  /usr/bin/radosgw -c "$S3_HOME/ceph.conf" -n client.rgw
  wait_until 30 s3_gateway_listens
}

s3_gateway_listens() {
  curl --noproxy '*' --silent --output /dev/null --max-time 10 "$(s3_endpoint)/"
}

create_s3_user() {
  timeout 20 radosgw-admin -c "$S3_HOME/ceph.conf" user create --uid bindery --display-name bindery \
    --access-key "$S3_ACCESS_KEY" --secret-key "$S3_SECRET_KEY"
}

create_s3_role() {
  local assume read
  assume='{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":["arn:aws:iam:::user/bindery"]},"Action":["sts:AssumeRole"]}]}'
  read='{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:GetObject"],"Resource":"arn:aws:s3:::'$S3_BUCKET'/*"}]}'
  timeout 20 radosgw-admin -c "$S3_HOME/ceph.conf" role create --role-name "$S3_ROLE" --assume-role-policy-doc "$assume"
  timeout 20 radosgw-admin -c "$S3_HOME/ceph.conf" role-policy put --role-name "$S3_ROLE" --policy-name read --policy-doc "$read"
}

# A signed request without a body: s3_request <curl options> /path
s3_request() {
  # curl 7.88 signs for S3 only if this header is there.
  curl --noproxy '*' --silent --show-error --fail --output /dev/null --max-time 10 \
    --aws-sigv4 "aws:amz:$S3_REGION:s3" --user "$S3_ACCESS_KEY:$S3_SECRET_KEY" \
    --header 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "${@:1:$#-1}" "$(s3_endpoint)${*: -1}"
}

s3_is_running() {
  local program
  for program in radosgw ceph-osd ceph-mon; do
    ceph_pid "$program" >/dev/null || return 1
  done
  s3_request --head "/$S3_BUCKET" 2>/dev/null
}

ceph_pid() {
  local -A pid_files=([ceph-mon]=mon.a [ceph-osd]=osd.0 [radosgw]=client.rgw)
  recorded_pid "$S3_HOME/pid/${pid_files[$1]}" "/usr/bin/$1" "$S3_HOME/ceph.conf"
}

# KILL: asked politely, the storage daemon would first write all objects to the disk, and they will not be read.
s3_stop() {
  local program pid
  for program in radosgw ceph-osd ceph-mon; do
    if pid=$(ceph_pid "$program"); then end_process "$pid" KILL; fi
  done
}

s3_delete_data() {
  rm -rf "$S3_HOME"
}

s3_endpoint() {
  echo "http://127.0.0.1:$(remembered_port s3)"
}

s3_address() {
  echo "$(s3_endpoint)/$S3_BUCKET"
}

s3_note() {
  echo 'in memory'
}

s3_env() {
  cat <<ENV
SVC_S3_ENDPOINT=$(s3_endpoint)
SVC_S3_BUCKET=$S3_BUCKET
SVC_S3_REGION=$S3_REGION
SVC_S3_LENT_ROLE=arn:aws:iam:::role/$S3_ROLE
AWS_ACCESS_KEY_ID=$S3_ACCESS_KEY
AWS_SECRET_ACCESS_KEY=$S3_SECRET_KEY
ENV
}
