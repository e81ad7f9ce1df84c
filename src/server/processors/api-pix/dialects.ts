/** The addresses of a bank's API, with the path before `/cob`, and of its tokens. */
export interface Endpoints {
  api: string
  token: string
  /** As `api`, for `/cob/{txid}` alone, where a bank serves that elsewhere. */
  charges?: string
}

/** How a bank differs from the standard's text. */
export interface Dialect {
  /** Whether an operator has run `checkout processors try` with it at the real bank, and it passed. */
  isVerified: boolean
  /** The public sources of the differences, which may be out of date. */
  sources: readonly string[]
  production?: Endpoints
  sandbox?: Endpoints
  /** How the client's id and secret are sent for a token: by HTTP Basic, or in the body. */
  credentials: 'basic' | 'body'
  tokenBody: 'form' | 'json'
  /** Whether the request for a token names its scopes. */
  namesScopes: boolean
  /** Query parameters of each call, by the setting that has their value. */
  query?: Readonly<Record<string, 'appKey'>>
  /** Headers of each call, by the setting that has their value. */
  headers?: Readonly<Record<string, 'accountNumber'>>
  /** Whether `PUT /webhook/{chave}` registers the webhook; otherwise the bank does on request. */
  registersWebhooks: boolean
}

/** The OAuth scopes that the adapter's operations need (API Pix 2.9.0, `securitySchemes`). */
export const SCOPES = 'cob.write cob.read pix.write pix.read webhook.write webhook.read'

const STANDARD: Dialect = {
  isVerified: false,
  sources: [],
  credentials: 'basic',
  tokenBody: 'form',
  namesScopes: true,
  registersWebhooks: true,
}

// Taken from public sources, which may be out of date: no bank has confirmed any of it, and nobody has run it.
export const DIALECTS = {
  standard: STANDARD,
  sicredi: {
    ...STANDARD,
    sources: ['github.com/laddertech/pypix-api@82ed359, pypix_api/banks/sicredi.py'],
    production: {
      api: 'https://api-pix.sicredi.com.br/api/v2',
      charges: 'https://api-pix.sicredi.com.br/api/v3',
      token: 'https://api-pix.sicredi.com.br/oauth/token',
    },
    sandbox: {
      api: 'https://api-pix-h.sicredi.com.br/api/v2',
      charges: 'https://api-pix-h.sicredi.com.br/api/v3',
      token: 'https://api-pix-h.sicredi.com.br/oauth/token',
    },
  },
  efi: {
    ...STANDARD,
    sources: [
      'github.com/efipay/sdk-php-apis-efi@0d45d34, src/Efi/config.json',
      "the body of the token's request: github.com/efipay/sdk-typescript-apis-efi@e01c302, src/auth.ts",
    ],
    tokenBody: 'json',
    namesScopes: false,
    production: {
      api: 'https://pix.api.efipay.com.br/v2',
      token: 'https://pix.api.efipay.com.br/oauth/token',
    },
    sandbox: {
      api: 'https://pix-h.api.efipay.com.br/v2',
      token: 'https://pix-h.api.efipay.com.br/oauth/token',
    },
  },
  'banco-do-brasil': {
    ...STANDARD,
    sources: [
      'tokens: github.com/pericles-luz/go-bb-pix@b5d5b1d, bbpix/config.go and internal/auth/oauth2.go',
      'addresses: github.com/ag3developer/HOLDWallet, BANCO_DO_BRASIL_API_INTEGRATION.md',
    ],
    query: { 'gw-dev-app-key': 'appKey' },
    production: {
      api: 'https://api-pix.bb.com.br/pix/v2',
      token: 'https://oauth.bb.com.br/oauth/token',
    },
    sandbox: {
      api: 'https://api.hm.bb.com.br/pix/v2',
      token: 'https://oauth.hm.bb.com.br/oauth/token',
    },
  },
  inter: {
    ...STANDARD,
    sources: [
      'github.com/Potelo/inter-php@72e2b1b, src/Api/OAuthApi.php and src/Api/ImmediateChargeApi.php',
      'its sandbox: github.com/dfmoura/test_several1, java/56/inter_dados_api/GUIA_POSTMAN_INTER_SANDBOX.md',
    ],
    credentials: 'body',
    headers: { 'x-conta-corrente': 'accountNumber' },
    production: {
      api: 'https://cdpj.partners.bancointer.com.br/pix/v2',
      token: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    },
    sandbox: {
      api: 'https://cdpj-sandbox.partners.uatinter.co/pix/v2',
      token: 'https://cdpj-sandbox.partners.uatinter.co/oauth/v2/token',
    },
  },
  itau: {
    ...STANDARD,
    // Its sandbox has no mutual TLS (devportal.itau.com.br/autenticacao-documentacao).
    sources: [
      'github.com/tiagoskabrazil/pixrecebimentos-itau@0c9da73, lib/Configuration.php',
      'webhooks by e-mail: github.com/bacen/pix-api/issues/371',
    ],
    credentials: 'body',
    namesScopes: false,
    registersWebhooks: false,
    production: {
      api: 'https://secure.api.itau/pix_recebimentos/v2',
      token: 'https://sts.itau.com.br/api/oauth/token',
    },
  },
} as const satisfies Record<string, Dialect>

export type DialectName = keyof typeof DIALECTS
export const DIALECT_NAMES = Object.keys(DIALECTS) as [DialectName, ...DialectName[]]
