import { z } from 'zod'
import { Amount } from './amount.ts'

// API Pix 2.9.0, https://github.com/bacen/pix-api: fields and values that appear later must not break a client, so every
// field that no decision needs is optional, and a status may be any text.

const Text = z.string().optional().catch(undefined)
const Whole = z.int().min(0).optional().catch(undefined)

/** A time of RFC 3339; undefined for any other value. */
const Moment = z
  .string()
  .transform((text) => new Date(text))
  .refine((at) => !Number.isNaN(at.getTime()))
  .optional()
  .catch(undefined)

/** A list; the standard's own examples also write a single element without brackets. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => {
    if (value === undefined || value === null) return []
    return Array.isArray(value) ? value : [value]
  }, z.array(item))
}

/** A return of a Pix (`devolucao`): a refund of ours, or money that the bank took back. */
export const PixReturn = z.object({
  id: z.string().min(1),
  rtrId: Text,
  valor: Amount,
  natureza: Text,
  status: z.string(),
  horario: z.object({ solicitacao: Moment, liquidacao: Moment }).optional().catch(undefined),
})
export type PixReturn = z.infer<typeof PixReturn>

/** A Pix that was received; `paidAt` is its `horario` as the bank wrote it, if that has an offset. */
export const Pix = z.preprocess(
  (value) => {
    const pix = z.looseObject({ horario: z.unknown() }).safeParse(value).data
    return pix === undefined ? value : { ...pix, paidAt: pix.horario }
  },
  z.object({
    endToEndId: z.string().min(1),
    txid: Text,
    valor: Amount,
    horario: Moment,
    paidAt: z.iso.datetime({ offset: true }).optional().catch(undefined),
    devolucoes: listOf(PixReturn),
  }),
)
export type Pix = z.infer<typeof Pix>

/** A charge (`cob`). */
export const Charge = z.object({
  txid: Text,
  status: z.string(),
  revisao: Whole,
  calendario: z.object({ criacao: Moment, expiracao: Whole }).optional().catch(undefined),
  location: Text,
  loc: z.object({ location: Text }).optional().catch(undefined),
  pixCopiaECola: Text,
  pix: listOf(Pix),
})
export type Charge = z.infer<typeof Charge>

/** A page of received Pix: the schema requires `cobs` and defines `pix`. */
export const ReceivedPix = z.preprocess(
  (body) => {
    const page = z.looseObject({}).safeParse(body).data ?? {}
    return { ...page, pix: page['pix'] ?? page['cobs'] }
  },
  z.object({
    parametros: z
      .object({ paginacao: z.object({ quantidadeDePaginas: Whole }) })
      .optional()
      .catch(undefined),
    pix: listOf(Pix),
  }),
)

/** The body that a bank posts to a webhook. Items that are not Pix are left out. */
export const WebhookBody = z
  .object({ pix: listOf(z.unknown()) })
  .transform(({ pix }) => pix.flatMap((item) => Pix.safeParse(item).data ?? []))

/** A webhook's registration. */
export const Webhook = z.object({ webhookUrl: z.string() })

/** The last segment of an error's `type` (RFC 7807), such as `CobOperacaoInvalida`. Empty for errors of another form. */
export const Problem = z
  .object({ type: Text })
  .transform(({ type = '' }) => /(?:^|\/)([A-Za-z]{1,60})$/.exec(type)?.[1] ?? '')

/** The answer of an OAuth server. */
export const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().min(1).catch(60),
})

/** An error of an OAuth server (RFC 6749, section 5.2); empty for any other text. */
export const TokenProblem = z
  .object({ error: Text })
  .transform(({ error = '' }) => (/^[a-z_]{1,40}$/.test(error) ? error : ''))
