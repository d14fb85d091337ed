"""Decides what the chart's NetworkPolicy lets through, as Kubernetes does: `network-policy.py FILE allow|refuse DESTINATION...`.

A destination is ip:port for egress, or ingress:port-name. Rules add up: one that matches is enough, and one without `to` matches
every address. Peers by selector match no address, because they name pods.
"""

import ipaddress
import sys

import yaml


def matches_peer(peer, address):
    block = peer.get("ipBlock")
    if block is None:
        return False
    inside = address in ipaddress.ip_network(block["cidr"])
    return inside and not any(address in ipaddress.ip_network(each) for each in block.get("except", []))


def lets_out(policy, address, port):
    for rule in policy["egress"]:
        ports = [each["port"] for each in rule.get("ports", [])]
        if ports and port not in ports:
            continue
        if not rule.get("to") or any(matches_peer(peer, address) for peer in rule["to"]):
            return True
    return False


def lets_in(policy, port):
    """From a pod that nothing names."""
    return any(port in [each["port"] for each in rule["ports"]] and not rule.get("from") for rule in policy["ingress"])


def main():
    file, wanted, *destinations = sys.argv[1:]
    with open(file, encoding="utf-8") as text:
        policies = [each["spec"] for each in yaml.safe_load_all(text) if each and each["kind"] == "NetworkPolicy"]
    assert len(policies) == 1, f"{file} has {len(policies)} policies"
    wrong = []
    for destination in destinations:
        place, port = destination.rsplit(":", 1)
        if place == "ingress":
            is_open = lets_in(policies[0], port)
        else:
            is_open = lets_out(policies[0], ipaddress.ip_address(place), int(port))
        if is_open != (wanted == "allow"):
            wrong.append(destination)
    if wrong:
        sys.exit(f"The NetworkPolicy of {file} should {wanted} {', '.join(wrong)}.")


main()
