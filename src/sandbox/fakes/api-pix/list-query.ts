import { Problem, type ProblemType, type Violation } from './problem.ts'

/** The parameters that lists have in common. */
export interface ListQuery {
  inicio?: string
  fim?: string
  cpf?: string
  cnpj?: string
  page: number
  perPage: number
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/
const PER_PAGE = { default: 100, max: 1000 }

/** Reads the parameters of a list. Throws a `Problem` of this type. With `isOpen`, the period is optional. */
export function readListQuery(
  query: URLSearchParams,
  type: ProblemType,
  isOpen = false,
): ListQuery {
  const violations: Violation[] = []
  const require = (holds: boolean, propriedade: string, razao: string) => {
    if (!holds) violations.push({ razao, propriedade })
  }
  const [inicio, fim] = ['inicio', 'fim'].map((name) => {
    const text = query.get(name) ?? undefined
    const isFit =
      text === undefined ? isOpen : TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text))
    require(isFit, name, 'O parâmetro não respeita o _schema_.')
    return isFit && text !== undefined ? new Date(text).toISOString() : undefined
  })
  require(inicio === undefined ||
    fim === undefined ||
    inicio <=
      fim, 'fim', 'O timestamp representado pelo parâmetro fim é anterior ao timestamp representado pelo parâmetro inicio.')
  const cpf = query.get('cpf') ?? undefined
  const cnpj = query.get('cnpj') ?? undefined
  require(cpf === undefined ||
    cnpj === undefined, 'cpf', 'Ambos os parâmetros cpf e cnpj estão preenchidos.')
  const page = Number(query.get('paginacao.paginaAtual') ?? 0)
  const perPage = Number(query.get('paginacao.itensPorPagina') ?? PER_PAGE.default)
  require(Number.isInteger(page) && page >= 0, 'paginacao.paginaAtual', 'O parâmetro é negativo.')
  require(Number.isInteger(perPage) &&
    perPage >= 1 &&
    perPage <= PER_PAGE.max, 'paginacao.itensPorPagina', 'O parâmetro não respeita o _schema_.')
  if (violations.length > 0)
    throw new Problem(
      type,
      'Os parâmetros de consulta não respeitam o _schema_ ou não fazem sentido semanticamente.',
      violations,
    )
  return {
    page,
    perPage,
    ...(inicio !== undefined && { inicio }),
    ...(fim !== undefined && { fim }),
    ...(cpf !== undefined && { cpf }),
    ...(cnpj !== undefined && { cnpj }),
  }
}

/** One page of the rows in the period, and `parametros` of the answer, which repeats the query and counts the pages. */
export function pageOf<Row>(
  rows: readonly Row[],
  { page, perPage, ...asked }: ListQuery,
  atOf: (row: Row) => string,
) {
  const { inicio = '', fim } = asked
  const inPeriod = rows.filter(
    (row) => atOf(row) >= inicio && (fim === undefined || atOf(row) <= fim),
  )
  return {
    rows: inPeriod.slice(page * perPage, (page + 1) * perPage),
    parametros: {
      ...asked,
      paginacao: {
        paginaAtual: page,
        itensPorPagina: perPage,
        quantidadeDePaginas: Math.max(1, Math.ceil(inPeriod.length / perPage)),
        quantidadeTotalDeItens: inPeriod.length,
      },
    },
  }
}

/** A filter that is `true`, `false` or absent; without it every row passes. */
export function readFlag(query: URLSearchParams, name: string): (has: boolean) => boolean {
  const text = query.get(name)
  return (has) => text === null || String(has) === text
}
