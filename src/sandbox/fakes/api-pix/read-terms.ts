import { z } from 'zod'
import { readAmount } from './amount.ts'
import { Problem, type Violation } from './problem.ts'
import type { CobTerms } from './records.ts'

const EXPIRACAO_DEFAULT = 86_400
const INT32_MAX = 2_147_483_647

const Devedor = z.union([
  z.object({
    cpf: z.string().regex(/^\d{11}$/),
    nome: z.string().max(200),
    cnpj: z.undefined().optional(),
  }),
  z.object({
    cnpj: z.string().regex(/^[0-9A-Z]{14}$/),
    nome: z.string().max(200),
    cpf: z.undefined().optional(),
  }),
])

const Valor = z.object({
  original: z.string().refine((text) => readAmount(text) !== undefined),
  modalidadeAlteracao: z.union([z.literal(0), z.literal(1)]).optional(),
  retirada: z.unknown(),
})

/** `CobRevisada`. It also fits `CobSolicitada`, except for the fields that `CobSolicitada` requires. */
const CobBody = z.object({
  calendario: z.object({ expiracao: z.int().min(1).max(INT32_MAX).optional() }).optional(),
  devedor: Devedor.optional(),
  loc: z.object({ id: z.int() }).optional(),
  status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR').optional(),
  valor: Valor.partial().optional(),
  chave: z.string().max(77).optional(),
  solicitacaoPagador: z.string().max(140).optional(),
  infoAdicionais: z
    .array(z.object({ nome: z.string().max(50), valor: z.string().max(200) }))
    .max(50)
    .optional(),
})
export type CobBody = z.infer<typeof CobBody>

const REQUIRED = ['calendario', 'valor', 'chave'] as const

/** The body of a request for a charge; throws a Problem. */
export function readCobBody(body: unknown): CobBody {
  const parsed = CobBody.safeParse(body)
  if (!parsed.success) throw invalid(parsed.error.issues.map(({ path }) => unfit(path.join('.'))))
  const { data } = parsed
  // Pix Saque and Pix Troco are refused as not covered by the contract with the bank.
  if (data.valor?.retirada !== undefined)
    throw new Problem('AcessoNegado', 'Pix Saque e Pix Troco não fazem parte do contrato.')
  if (data.loc !== undefined)
    throw invalid([violation('loc.id', 'O location referenciado por loc.id inexiste.')])
  return data
}

/** The terms of a new charge, or the new terms of an active one. Throws a `Problem` when one is missing or invalid. */
export function newTerms(body: CobBody, keys: readonly string[]): CobTerms {
  const missing = REQUIRED.filter((name) => body[name] === undefined)
  const violations = missing.map(unfit)
  const original = body.valor?.original
  if (original === undefined && body.valor !== undefined) violations.push(unfit('valor.original'))
  if (body.chave === undefined || original === undefined || violations.length > 0)
    throw invalid(violations)
  const { calendario, devedor, solicitacaoPagador, infoAdicionais } = body
  return checked(
    {
      expiracao: calendario?.expiracao ?? EXPIRACAO_DEFAULT,
      originalMinor: readAmount(original) ?? 0,
      isAlterable: body.valor?.modalidadeAlteracao === 1,
      chave: body.chave,
      ...(devedor && { devedor: devedorOf(devedor) }),
      ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
      ...(infoAdicionais && { infoAdicionais }),
    },
    keys,
  )
}

/** The terms after a revision, which keeps the terms that it does not name. Throws a `Problem` when one is invalid. */
export function revisedTerms(terms: CobTerms, body: CobBody, keys: readonly string[]): CobTerms {
  const { calendario, valor, devedor, chave, solicitacaoPagador, infoAdicionais } = body
  return checked(
    {
      ...terms,
      ...(calendario?.expiracao !== undefined && { expiracao: calendario.expiracao }),
      ...(valor?.original !== undefined && { originalMinor: readAmount(valor.original) ?? 0 }),
      ...(valor?.modalidadeAlteracao !== undefined && {
        isAlterable: valor.modalidadeAlteracao === 1,
      }),
      ...(devedor && { devedor: devedorOf(devedor) }),
      ...(chave !== undefined && { chave }),
      ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
      ...(infoAdicionais && { infoAdicionais }),
    },
    keys,
  )
}

function checked(terms: CobTerms, keys: readonly string[]): CobTerms {
  const violations = [
    ...(terms.originalMinor > 0 || terms.isAlterable
      ? []
      : [violation('valor.original', 'O campo cob.valor.original é zero.')]),
    ...(keys.includes(terms.chave)
      ? []
      : [
          violation(
            'chave',
            'O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.',
          ),
        ]),
  ]
  if (violations.length > 0) throw invalid(violations)
  return terms
}

function devedorOf({ cpf, cnpj, nome }: z.infer<typeof Devedor>): NonNullable<CobTerms['devedor']> {
  return { nome, ...(cpf !== undefined && { cpf }), ...(cnpj !== undefined && { cnpj }) }
}

function unfit(path: string): Violation {
  return violation(path, `O campo cob.${path} não respeita o _schema_.`)
}

function violation(path: string, razao: string): Violation {
  return { razao, propriedade: `cob.${path}` }
}

function invalid(violations: readonly Violation[]): Problem {
  const detail =
    'A requisição que busca alterar ou criar uma cobrança para pagamento imediato não respeita o _schema_ ou está semanticamente errada.'
  return new Problem('CobOperacaoInvalida', detail, violations)
}
