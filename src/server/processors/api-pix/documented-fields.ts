const WITHDRAWAL = ['valor', 'modalidadeAlteracao', 'modalidadeAgente', 'prestadorDoServicoDeSaque']

const RETURN = [
  'id',
  'rtrId',
  'valor',
  'natureza',
  'descricao',
  'status',
  'motivo',
  ...below('horario', ['solicitacao', 'liquidacao']),
]

const PIX = [
  'endToEndId',
  'txid',
  'valor',
  'chave',
  'horario',
  'infoPagador',
  ...below('componentesValor', [
    ...['original', 'juros', 'multa', 'abatimento', 'desconto'].flatMap((part) =>
      below(part, ['valor']),
    ),
    ...['saque', 'troco'].flatMap((part) =>
      below(part, ['valor', 'modalidadeAgente', 'prestadorDoServicoDeSaque']),
    ),
  ]),
  ...below('devolucoes', RETURN),
]

const CHARGE = [
  'txid',
  'status',
  'revisao',
  'location',
  'chave',
  'solicitacaoPagador',
  'pixCopiaECola',
  ...below('calendario', ['criacao', 'expiracao']),
  ...below('devedor', ['cpf', 'cnpj', 'nome']),
  ...below('infoAdicionais', ['nome', 'valor']),
  // `CobGerada` requires `loc.txid`; only `PayloadLocationCompleta` declares it.
  ...below('loc', ['id', 'txid', 'location', 'tipoCob', 'criacao']),
  ...below('valor', [
    'original',
    'modalidadeAlteracao',
    ...below(
      'retirada',
      ['saque', 'troco'].flatMap((part) => below(part, WITHDRAWAL)),
    ),
  ]),
  ...below('pix', PIX),
]

const LIST = [
  ...below('parametros', [
    'inicio',
    'fim',
    'cpf',
    'cnpj',
    'txid',
    'txIdPresente',
    'devolucaoPresente',
    ...below('paginacao', [
      'paginaAtual',
      'itensPorPagina',
      'quantidadeDePaginas',
      'quantidadeTotalDeItens',
    ]),
  ]),
  ...below('pix', PIX),
]

/** The fields that API Pix 2.9.0 has in its answers, by route; an inner one as `calendario.criacao`. */
export const FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  '/cob/{txid}': new Set(CHARGE),
  '/pix': new Set(LIST),
  '/pix/{e2eid}/devolucao/{id}': new Set(RETURN),
  // The document's example has `chave` (`webhookResponse1`), its schema `WebhookCompleto` has not.
  '/webhook/{chave}': new Set(['webhookUrl', 'chave', 'cnpj', 'criacao']),
}

/** A field, and the fields in it as `name.inner`. */
function below(name: string, names: readonly string[]): string[] {
  return [name, ...names.map((inner) => `${name}.${inner}`)]
}
