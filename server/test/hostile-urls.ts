/** Addresses that lead anywhere but to the public, in all the spellings there are. */
// biome-ignore format: a list
export const HOSTILE_URLS = [
  'http://127.0.0.1/', 'http://127.1/', 'http://0/', 'http://0.0.0.0/', 'http://2130706433/', 'http://0x7f.1/',
  'http://0177.0.0.1/', 'http://[::1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/', 'http://[64:ff9b::7f00:1]/', 'http://[64:ff9b:1::7f00:1]/', 'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/', 'http://[fc00::1]/', 'http://[fe80::1]/', 'http://[fec0::1]/', 'http://169.254.169.254/',
  'http://[fd00:ec2::254]/', 'http://100.64.0.1/', 'http://10.0.0.1/', 'http://172.16.0.1/', 'http://192.168.0.1/',
  'http://192.0.0.192/', 'http://198.18.0.1/', 'http://224.0.0.1/', 'http://255.255.255.255/', 'http://240.0.0.1/',
  'http://localhost/', 'http://LOCALHOST./', 'http://foo.localhost/', 'http://metadata.google.internal/',
  'http://user:p@1.1.1.1/', 'ftp://1.1.1.1/', 'file:///etc/passwd', 'gopher://1.1.1.1/', 'http://1.1.1.1:22/',
  'http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'http://[::ffff:0:127.0.0.1]/', 'http://[2001:db8::1]/', 'http://[ff02::1]/',
  'http://0x7f000001/', 'http://017700000001/', 'http://127.0.0.1.:443/', 'http://printer.local/', 'not an address', '//1.1.1.1/',
]

export const GOOD_URLS = ['https://1.1.1.1/', 'https://example.com/', 'https://[2606:4700:4700::1111]/']
