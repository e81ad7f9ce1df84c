/** A rule of the request that was broken (`Violacao`). */
export interface Violation {
  razao: string
  propriedade: string
}

const KINDS = {
  RequisicaoInvalida: [400, 'Requisição inválida.'],
  AcessoNegado: [403, 'Acesso Negado'],
  NaoEncontrado: [404, 'Não Encontrado'],
  ErroInternoDoServidor: [500, 'Erro Interno do Servidor'],
  ServicoIndisponivel: [503, 'Serviço Indisponível'],
  IndisponibilidadePorTempoEsgotado: [504, 'Indisponibilidade por Tempo Esgotado'],
  CobOperacaoInvalida: [400, 'Cobrança inválida.'],
  CobConsultaInvalida: [400, 'Consulta inválida.'],
  CobNaoEncontrado: [404, 'Não Encontrado'],
  PixConsultaInvalida: [400, 'Consulta inválida.'],
  PixNaoEncontrado: [404, 'Não Encontrado'],
  PixDevolucaoInvalida: [400, 'Devolução inválida.'],
  PixDevolucaoNaoEncontrada: [404, 'Não Encontrado'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido.'],
  WebhookConsultaInvalida: [400, 'Consulta inválida.'],
  WebhookNaoEncontrado: [404, 'Não Encontrado'],
} as const

/** A type of error of the document ("Tratamento de erros"). */
export type ProblemType = keyof typeof KINDS

const BASE = 'https://pix.bcb.gov.br/api/v2/error/'

/** A refusal in the document's form (RFC 7807). */
export class Problem extends Error {
  readonly type: ProblemType
  readonly violations: readonly Violation[]

  constructor(type: ProblemType, detail: string, violations: readonly Violation[] = []) {
    super(detail)
    this.type = type
    this.violations = violations
  }

  response(): Response {
    const [status, title] = KINDS[this.type]
    const body = {
      type: BASE + this.type,
      title,
      status,
      detail: this.message,
      ...(this.violations.length > 0 && { violacoes: this.violations }),
    }
    const headers = { 'content-type': 'application/problem+json' }
    return new Response(JSON.stringify(body), { status, headers })
  }
}
