import { z } from 'zod'
import { BoletoRequest } from './boleto.ts'
import { CardRequest } from './card.ts'
import { PixRequest } from './pix.ts'

export const MethodRequest = z.discriminatedUnion('type', [CardRequest, PixRequest, BoletoRequest])
export type MethodRequest = z.infer<typeof MethodRequest>
