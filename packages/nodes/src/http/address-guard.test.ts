import { describe, expect, it } from 'vitest';
import { isPublicAddress, mayConnect, parseAllowList } from './address-guard';

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '0.1.2.3',
    '255.255.255.255',
    '224.0.0.1',
    '240.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:1::',
    '2001:db8::1',
    'not an address',
    '',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    '%s is',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('parseAllowList', () => {
  const cases: [string, string, number, string, boolean][] = [
    ['', 'localhost', 80, '127.0.0.1', false],
    ['localhost', 'localhost', 80, '127.0.0.1', true],
    ['LocalHost', 'LOCALHOST.', 80, '127.0.0.1', true],
    ['localhost', 'evil.example', 80, '127.0.0.1', false],
    ['localhost:8080', 'localhost', 8080, '127.0.0.1', true],
    ['localhost:8080', 'localhost', 80, '127.0.0.1', false],
    ['127.0.0.1', 'evil.example', 80, '127.0.0.1', true],
    ['127.0.0.1:81', '127.0.0.1', 80, '127.0.0.1', false],
    ['127.0.0.1:80', '127.0.0.1', 80, '::ffff:127.0.0.1', true],
    ['10.0.0.0/8, 192.168.1.0/24', 'x', 80, '10.2.3.4', true],
    ['10.0.0.0/8, 192.168.1.0/24', 'x', 80, '192.168.2.1', false],
    ['[::1]:80', '::1', 80, '::1', true],
    ['::1', '::1', 80, '::1', true],
    ['fd00::/8', 'x', 80, 'fd12::1', true],
    ['fd00::/8', 'x', 80, '127.0.0.1', false],
  ];
  it.each(cases)('"%s" for %s:%i at %s: %s', (text, host, port, address, allowed) =>
    expect(mayConnect(parseAllowList(text.split(',')), host, port, address)).toBe(allowed),
  );

  it.each(['http://localhost', 'a b', '10.0.0.0/99', 'x:y', ':80'])('refuses the entry "%s"', (text) =>
    expect(() => parseAllowList(text.split(','))).toThrow(/WEFTWORK_HTTP_ALLOW/),
  );
});
