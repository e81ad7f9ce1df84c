// Values of the examples of API Pix 2.9.0 (github.com/bacen/pix-api, Apache-2.0), as far as the adapter reads them.

const CALENDAR = { criacao: '2020-09-09T20:15:00.358Z', expiracao: 3600 }
const COMPANY = { cnpj: '12345678000195', nome: 'Empresa de Serviços SA' }

export const ACTIVE_CHARGE = {
  calendario: CALENDAR,
  txid: '7978c0c97ea847e78e8849634473c1f1',
  revisao: 0,
  loc: { id: 789, location: 'pix.example.com/qr/9d36b84fc70b478fb95c12729b90ca25', tipoCob: 'cob' },
  location: 'pix.example.com/qr/9d36b84fc70b478fb95c12729b90ca25',
  status: 'ATIVA',
  devedor: COMPANY,
  valor: { original: '37.00', modalidadeAlteracao: 1 },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
}

export const PAID_CHARGE = {
  calendario: CALENDAR,
  txid: '655dfdb1a4514b8fbb58254b958913fb',
  revisao: 1,
  loc: { id: 567, location: 'pix.example.com/qr/1dd7f893a58e417287028dc33e21a403' },
  location: 'pix.example.com/qr/1dd7f893a58e417287028dc33e21a403',
  status: 'CONCLUIDA',
  valor: { original: '100.00', modalidadeAlteracao: 0 },
  chave: '40a0932d-1918-4eee-845d-35a2da1690dc',
  pix: [
    {
      endToEndId: 'E1234567820200909122120200808008',
      txid: '655dfdb1a4514b8fbb58254b958913fb',
      valor: '110.00',
      horario: '2020-09-09T20:15:00.358Z',
      infoPagador: '0123456789',
      devolucoes: [
        {
          id: '123ABC',
          rtrId: 'D1234567820200909122120200808006',
          valor: '10.00',
          horario: { solicitacao: '2020-09-09T20:15:00.358Z' },
          status: 'EM_PROCESSAMENTO',
        },
      ],
    },
  ],
}

export const REVISED_CHARGE = {
  ...ACTIVE_CHARGE,
  revisao: 1,
  location: 'pix.example.com/qr/v1/9d36b84fc70b478fb95c12729b90ca25',
  valor: { original: '123.45', modalidadeAlteracao: 0 },
}

/** With cash back ("Pix Saque", "Pix Troco"). */
export const CHARGE_WITH_CASH = {
  ...ACTIVE_CHARGE,
  txid: '33beb661beda44a8928fef47dbeb2dc5',
  valor: {
    original: '0.00',
    modalidadeAlteracao: 0,
    retirada: { saque: { valor: '5.00', modalidadeAlteracao: 0, modalidadeAgente: 'AGPSS' } },
  },
}

export const PIX_WITH_RETURN = {
  endToEndId: 'E12345678202009091221abcdef12345',
  txid: 'cd1fe328c875481285a6f233ae41b662',
  valor: '100.00',
  horario: '2020-09-10T13:03:33.902Z',
  infoPagador: 'Reforma da casa',
  devolucoes: [
    {
      id: '000AAA111',
      rtrId: 'D12345678202009091000abcde123456',
      valor: '11.00',
      horario: { solicitacao: '2020-09-10T13:03:33.902Z' },
      status: 'EM_PROCESSAMENTO',
    },
  ],
}

/** Its end-to-end id is longer than the schema of the same document allows. */
export const PIX_ALONE = {
  endToEndId: 'E12345678202009091221ghijk78901234',
  txid: '5b933948f3224266b1050ac54319e775',
  valor: '200.00',
  horario: '2020-09-10T13:03:33.902Z',
}

export const PIX_WITH_CASH = {
  endToEndId: 'E88631478202009091221ghijk78901234',
  txid: '82433415910c47e5adb6ac3527cca160',
  valor: '200.00',
  componentesValor: { original: { valor: '180.00' }, saque: { valor: '20.00' } },
  horario: '2020-09-10T13:03:33.902Z',
}

export const RECEIVED = {
  parametros: {
    inicio: '2020-04-01T00:00:00Z',
    fim: '2020-04-01T23:59:59Z',
    paginacao: {
      paginaAtual: 0,
      itensPorPagina: 100,
      quantidadeDePaginas: 1,
      quantidadeTotalDeItens: 2,
    },
  },
  pix: [PIX_WITH_RETURN, PIX_ALONE, PIX_WITH_CASH],
}

/** Its list of returns has no brackets. */
export const NOTIFIED_WITH_RETURN = {
  endToEndId: 'E12345678202009091221kkkkkkkkkkk',
  txid: 'c3e0e7a4e7f1469a9f782d3d4999343c',
  valor: '110.00',
  horario: '2020-09-09T20:15:00.358Z',
  infoPagador: '0123456789',
  devolucoes: {
    id: '123ABC',
    rtrId: 'D12345678202009091221abcdf098765',
    valor: '10.00',
    horario: { solicitacao: '2020-09-09T20:15:00.358Z' },
    status: 'EM_PROCESSAMENTO',
  },
}

export const NOTIFIED = {
  endToEndId: 'E87654321202009091221dfghi123456',
  txid: '971122d8f37211eaadc10242ac120002',
  valor: '110.00',
  horario: '2020-09-09T20:15:00.358Z',
  infoPagador: '0123456789',
}

export const RETURN_PENDING = {
  id: '123456',
  rtrId: 'D12345678202009091000abcde123456',
  valor: '7.89',
  horario: { solicitacao: '2020-09-11T15:25:59.411Z' },
  status: 'EM_PROCESSAMENTO',
}

export const RETURN_NOT_MADE = {
  id: '502',
  rtrId: 'D12345678202011111000fghij789012',
  valor: '20.00',
  horario: { solicitacao: '2020-09-11T15:25:59.411Z' },
  status: 'NAO_REALIZADO',
  motivo: 'Negado por timeout',
}

export const WEBHOOK = {
  webhookUrl: 'https://pix.example.com/api/webhook/',
  chave: '40a0932d-1918-4eee-845d-35a2da1690dc',
  criacao: '2020-11-11T10:15:00.358Z',
}

/** An error of the standard (RFC 7807). */
export function problem(type: string, status: number) {
  return { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: 'Erro', status }
}
