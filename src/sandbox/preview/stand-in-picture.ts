import type { Image } from '#contract/image.ts'
import { decodeBase64 } from '#domain/base64.ts'

/** A gray landscape, PNG. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAAAAADH8yjkAAABDklEQVR42u3YW4rDMBBE0Vp7LaIWOCsZ8pHgGSx1qx+Q' +
  'hNa/7zGyHmD8NA8MMMAAAwwwwAADvAugTkDP0QRIpoCi/lJAVX8loKy/EAZoBCSXMN/go4H2ndx/FlWdpmq+D3ZPV9xo' +
  '+/fL38nWDGQBe45zgGOVpADPOs8Arp2aAHxnTRxwXihhQKoRcNKPCDjq3woMAJJfIHkMSH6B3As47f8TSEPAcf+PQFoC' +
  'zvsXgTQFBPovgbQFBPJPgnQIiPUfAukREOxLvBkGIDUICPedAuJ9n4BE3yUg0/cISPUdAnJ9W0CybwrI9u8FXgGpU0C+' +
  'vxcg9Qo1wEYoAtZCFbAUyoCVMD9mBxhggAEG+A7gF+pgKLifDtCMAAAAAElFTkSuQmCC'

/** A placeholder for a merchant's image. */
export const STAND_IN_PICTURE: Image = {
  contentType: 'image/png',
  bytes: decodeBase64(PNG) ?? new Uint8Array(),
}
