/** What a bank answers to a request for a token, and for a charge that expires in an hour. */
export function bankAnswer(url: string): string {
  if (url.endsWith('/oauth/token'))
    return '{"access_token":"0123456789abcdefghij0123456789abcdefghij","token_type":"Bearer","expires_in":3600}'
  return JSON.stringify({
    calendario: { criacao: new Date().toISOString(), expiracao: 3600 },
    txid: url.slice(url.lastIndexOf('/') + 1),
    revisao: 0,
    loc: { id: 789, location: LOCATION, tipoCob: 'cob', criacao: '2026-11-20T12:00:00.000Z' },
    location: LOCATION,
    status: 'ATIVA',
    devedor: { cpf: '11144477735', nome: 'Maria da Silva' },
    valor: { original: '259.90', modalidadeAlteracao: 0 },
    chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    solicitacaoPagador: 'Pedido 1042',
    pixCopiaECola: CODE,
  })
}

const LOCATION = 'pix.bank.example/qr/v2/9d36b84fc70b478fb95c12729b90ca25'
const CODE =
  '00020101021226770014br.gov.bcb.pix2555pix.bank.example/qr/v2/9d36b84fc70b478fb95c12729b90ca255204000053039865802BR5904Loja6006Recife62070503***6304FC09'
