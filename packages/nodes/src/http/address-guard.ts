import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { CodedError } from '@weftwork/schema';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** What `http` may reach although its address is private; from `WEFTWORK_HTTP_ALLOW`. */
export interface AllowList {
  readonly hosts: ReadonlySet<string>;
  readonly networks: readonly {
    readonly network: [ipaddr.IPv4 | ipaddr.IPv6, number];
    readonly port?: number;
  }[];
}

/** Parses entries that are a `host`, `host:port`, address or CIDR. An empty list allows nothing private. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const hosts = new Set<string>();
  const networks: { network: [ipaddr.IPv4 | ipaddr.IPv6, number]; port?: number }[] = [];
  for (const entry of entries.map((text) => text.trim().toLowerCase())) {
    if (entry === '') continue;
    if (entry.includes('/') && ipaddr.isValidCIDR(entry)) {
      networks.push({ network: ipaddr.parseCIDR(entry) });
      continue;
    }
    const match = /^(?:\[([0-9a-f:.]+)\]|([^:/\s[\]]+))(?::(\d{1,5}))?$/.exec(entry);
    const host = match?.[1] ?? match?.[2] ?? (isIP(entry) === 6 ? entry : undefined);
    if (host === undefined) {
      throw new CodedError(
        'CONFIGURATION_INVALID',
        `WEFTWORK_HTTP_ALLOW: "${entry}" is no host, host:port or CIDR.`,
      );
    }
    if (isIP(host) === 0) {
      hosts.add(match?.[3] === undefined ? host : `${host}:${match[3]}`);
      continue;
    }
    const address = ipaddr.process(host);
    const bits = address.kind() === 'ipv4' ? 32 : 128;
    networks.push({
      network: [address, bits],
      ...(match?.[3] === undefined ? {} : { port: Number(match[3]) }),
    });
  }
  return { hosts, networks };
}

const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/** True for an address of the public internet. Everything special is private, whatever it is special for. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const ipv6 = address as ipaddr.IPv6;
  if (ipv6.match(NAT64)) return isPublicAddress(ipv6.toByteArray().slice(12).join('.'));
  return ipv6.match(GLOBAL_IPV6) && ipv6.range() === 'unicast';
}

/** Whether a request to this host and port may connect to this address. */
export function mayConnect(allow: AllowList, host: string, port: number, address: string): boolean {
  if (isPublicAddress(address)) return true;
  if (!ipaddr.isValid(address)) return false;
  const name = host.toLowerCase().replace(/\.$/, '');
  if (allow.hosts.has(name) || allow.hosts.has(`${name}:${port}`)) return true;
  const parsed = ipaddr.process(address);
  return allow.networks.some(
    (entry) =>
      (entry.port === undefined || entry.port === port) &&
      entry.network[0].kind() === parsed.kind() &&
      (parsed as ipaddr.IPv4).match(entry.network as [ipaddr.IPv4, number]),
  );
}

function refusal(host: string, port: number, address: string): CodedError {
  const entry = isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
  const where = host === address ? address : `${host} (${address})`;
  return new CodedError(
    'HTTP_ADDRESS_REFUSED',
    `${where} is not a public address. Whoever runs this service can allow it with WEFTWORK_HTTP_ALLOW=${entry}.`,
  );
}

/** Resolves a name and keeps only the addresses that may be connected to. */
function guardedLookup(allow: AllowList, host: string, port: number): LookupFunction {
  return (name, options, callback) => {
    dnsLookup(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const allowed = addresses.filter((found) => mayConnect(allow, host, port, found.address));
      const first: LookupAddress | undefined = allowed[0];
      if (first === undefined) return callback(refusal(host, port, addresses[0]?.address ?? host), []);
      if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

const MAX_CONNECTORS = 500;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Connects for undici, and refuses private addresses at that very moment: after DNS, for each new connection, so
 * that neither a name that resolves inwards, nor one that changes its mind, nor a redirect gets past.
 */
export function createGuardedConnector(allow: AllowList): buildConnector.connector {
  const connectors = new Map<string, buildConnector.connector>();
  const connectorFor = (host: string, port: number): buildConnector.connector => {
    const key = `${host}:${port}`;
    const known = connectors.get(key);
    if (known !== undefined) return known;
    const made = buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      lookup: guardedLookup(allow, host, port),
    } as buildConnector.BuildOptions);
    if (connectors.size >= MAX_CONNECTORS) connectors.delete(connectors.keys().next().value!);
    connectors.set(key, made);
    return made;
  };

  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    // An address literal is never looked up, so it is asked here.
    if (isIP(host) !== 0 && !mayConnect(allow, host, port, host)) {
      callback(refusal(host, port, host), null);
      return;
    }
    connectorFor(host, port)({ ...options, hostname: host }, (...result) => {
      const [error, socket] = result;
      if (error === null && !mayConnect(allow, host, port, socket.remoteAddress ?? '')) {
        const refused = refusal(host, port, socket.remoteAddress ?? 'unknown');
        socket.destroy();
        callback(refused, null);
        return;
      }
      callback(...result);
    });
  };
}
