import { createHmac } from 'node:crypto'
import type { Hmac } from '../../domain/webhook-secret.ts'

/** By OpenSSL at once: WebCrypto makes two jobs of another thread for the hash of two kilobytes. */
export const nodeHmac: Hmac = (key, content) => createHmac('sha256', key).update(content).digest()
