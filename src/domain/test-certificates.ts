/**
 * SHA-256 fingerprints of the test CA that is published with this project, of all that it has issued, and of the certificate to
 * which cards are sealed for the fake Adyen. Their keys are public: production refuses them.
 */
export const TEST_CERTIFICATE_FINGERPRINTS: ReadonlySet<string> = new Set([
  'CB:C0:B4:F3:7F:6E:64:99:42:DA:B2:A0:C5:E7:09:94:06:CA:5E:15:0E:F0:84:2F:80:29:9E:12:FC:13:4A:7B',
  '20:AC:5A:F5:EA:3E:6C:0F:6A:52:04:CB:94:89:99:C6:3A:36:E0:B7:93:41:E7:A9:49:22:EB:8B:56:24:72:FD',
  '91:5B:CA:21:45:04:BB:46:8C:F4:04:76:65:E8:D3:FC:F7:C9:B1:A8:2C:99:37:D7:BE:45:75:59:5B:81:E3:A2',
  '10:C6:77:77:34:3F:E6:5D:77:1C:5A:16:B5:8C:5B:0F:AF:B9:53:7D:CD:68:27:C4:E0:B2:85:6E:B0:1B:FC:76',
  'BB:21:51:82:A3:A0:50:21:3C:44:6A:3B:A1:E8:06:83:A7:AE:06:90:D1:FB:EB:A0:34:D8:FD:35:7F:B1:B3:19',
  '8A:40:F9:71:76:BB:9C:4D:B6:CB:5F:DA:85:F7:E5:F6:A0:66:13:AB:C6:93:5C:37:80:D6:A7:4A:68:A1:D7:38',
  '9E:C5:3D:A9:EB:BC:5A:20:38:9A:6A:AC:60:B8:96:C8:D7:E2:4D:9B:91:F7:0E:4C:96:E4:DC:5D:32:4E:78:AC',
])

/** The API key and the HMAC key of the fake Adyen's test merchant. They are public: production refuses them. */
export const TEST_KEYS: ReadonlySet<string> = new Set([
  'test-adyen-api-key',
  '0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF',
])
