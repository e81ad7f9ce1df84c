/** Pointers to the schemas of those examples that no message of the document refers to. */
export const EXAMPLES_ELSEWHERE = {
  recWebhookNotification1:
    '#/components/requestBodies/WebhookRecBody/content/application~1json/schema',
  cobRWebhookNotification1:
    '#/components/requestBodies/WebhookCobRBody/content/application~1json/schema',
  pixWebhook1: '#/components/schemas/Pix',
  pixWebhook2: '#/components/schemas/Pix',
  loteCobVResponse2: '#/components/schemas/LoteCobVConsultado',
  payloadLocationBody2: '#/components/schemas/PayloadLocationSolicitada',
  getWebhookRec1: '#/components/schemas/WebhooksRecConsultados',
} as const

const LOC_IN_REQUEST = 'a location is asked for by its id alone; the schema wants tipoCob, too'
const LOC_IN_RESPONSE = 'the location of a charge lacks members that the schema requires'
const BOTH_FIT = 'the alternatives of a oneOf require nothing, so that both fit'
const CEP = 'a CEP is written with its hyphen: nine characters of eight'
const RECEIVER = 'the schema requires the address of the receiver beside the receiver, not within'
const RECURRENCE = 'the schema of a recurrence requires members that no example has'
const E2E = 'an endToEndId of 33 characters'
const CNPJ = 'a webhook without the cnpj that the schema requires'
const LOT = 'a lot without the id that the schema requires'
const LOC_REC = 'a location of a recurrence without its tipo'

/** The examples that contradict the schemas of the same document: a fault that each has, and why. */
export const EXAMPLE_FAULTS: Readonly<Record<string, readonly [fault: string, why: string]>> = {
  cobBody1: ["/loc must have required property 'tipoCob'", LOC_IN_REQUEST],
  cobBody3: ["/loc must have required property 'tipoCob'", LOC_IN_REQUEST],
  cobBody6: ["must have required property 'calendario'", 'a charge without its calendar'],
  cobBody7: ["/loc must have required property 'tipoCob'", LOC_IN_REQUEST],
  cobBody8: ["must have required property 'calendario'", 'a charge without its calendar'],
  cobBody9: ["must have required property 'calendario'", 'a charge without its calendar'],
  cobRBody1: ['/devedor/cep', CEP],
  cobRResponse1: ['/devedor/cep', CEP],
  cobRResponse2: ['/devedor/cep', CEP],
  cobRResponse3: ['/devedor/cep', CEP],
  cobRResponse4: ['/devedor/cep', CEP],
  loteCobVBody1: ["/loc must have required property 'tipoCob'", LOC_IN_REQUEST],
  cobResponse1: ["/loc must have required property 'txid'", LOC_IN_RESPONSE],
  cobResponse2: ["/loc must have required property 'tipoCob'", LOC_IN_RESPONSE],
  cobResponse3: ["/loc must have required property 'txid'", LOC_IN_RESPONSE],
  cobResponse4: ["/ must have required property 'logradouro'", RECEIVER],
  cobResponse5: ['/valor/retirada must match exactly one', BOTH_FIT],
  cobResponse6: ['/valor/retirada must match exactly one', BOTH_FIT],
  cobResponse7: ['/valor/retirada must match exactly one', BOTH_FIT],
  recBody1: ["must have required property 'idRec'", RECURRENCE],
  recBody2: ["must have required property 'idRec'", RECURRENCE],
  recBody3: ['/vinculo/devedor must match exactly one', BOTH_FIT],
  recResponse1: ["must have required property 'retentativa'", RECURRENCE],
  recResponse2: ["must have required property 'retentativa'", RECURRENCE],
  recResponse3: ["must have required property 'retentativa'", RECURRENCE],
  recResponse4: ["must have required property 'retentativa'", RECURRENCE],
  recResponse5: ["must have required property 'retentativa'", RECURRENCE],
  recResponse6: ["must have required property 'retentativa'", RECURRENCE],
  recResponse7: ["must have required property 'retentativa'", RECURRENCE],
  recResponse8: ["must have required property 'retentativa'", RECURRENCE],
  recPayload1: ["must have required property 'retentativa'", RECURRENCE],
  solicRecBody1: ["must have required property 'pagador'", RECURRENCE],
  solicRecResponse1: ["must have required property 'pagador'", RECURRENCE],
  solicRecResponse2: ["must have required property 'pagador'", RECURRENCE],
  solicRecResponse3: ["must have required property 'pagador'", RECURRENCE],
  loteCobVResponse1: ["/ must have required property 'id'", LOT],
  payloadLocationRecResponse1: ["must have required property 'tipo'", LOC_REC],
  payloadLocationRecResponse2: ["must have required property 'tipo'", LOC_REC],
  pixResponse2: ['/endToEndId must NOT have more than 32', E2E],
  pixResponse3: ['/endToEndId must NOT have more than 32', E2E],
  webhookResponse1: ["must have required property 'cnpj'", CNPJ],
  cobPayload2: ["/ must have required property 'logradouro'", RECEIVER],
  getCobs1: ["/loc must have required property 'txid'", LOC_IN_RESPONSE],
  getCobs2: ["/loc must have required property 'txid'", LOC_IN_RESPONSE],
  getCobsV1: ["/cobs/0 must have required property 'logradouro'", RECEIVER],
  getPix1: ['/endToEndId must NOT have more than 32', E2E],
  getLotesCobsV: ["must have required property 'id'", LOT],
  getPayloadLocationRec1: ["/loc/0 must have required property 'tipo'", LOC_REC],
  getWebhook1: ["/webhooks/0 must have required property 'cnpj'", CNPJ],
  getRec1: ["must have required property 'retentativa'", RECURRENCE],
  getCobR1: ['/devedor/cep', CEP],
  pixWebhook1: ['/devolucoes must be array', 'one refund stands where a list of refunds belongs'],
  recWebhookNotification1: [
    'must have required property',
    "the schema requires a member 'atualizacao\"'",
  ],
  cobRWebhookNotification1: ['/dataLiquidacao must match format', 'a date of the 20th month'],
  loteCobVResponse2: ["/ must have required property 'id'", LOT],
  getWebhookRec1: ["must have required property 'webhooksrec'", 'the list has the name of another'],
}
