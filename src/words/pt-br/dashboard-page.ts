import type { DashboardPageWords } from '../dashboard-page-words.ts'

export const ptBR: DashboardPageWords = {
  'app.name': 'Checkout',
  'app.skip': 'Ir para o conteúdo',
  'app.loading': 'Carregando…',
  'app.offline':
    'Você está sem conexão. O que aparece pode ser antigo; nada pode ser feito até ela voltar.',

  'nav.me': 'Sua conta',

  'person.menu': 'Conta de {name}',
  'person.sign-out': 'Sair',

  'role.admin': 'Administração',
  'role.support': 'Atendimento',
  'role.finance': 'Financeiro',
  'role.viewer': 'Leitura',
  'role.owner': 'Proprietário',
  'role.developer': 'Desenvolvimento',
  'role.operator': '{role} do operador, para todas as lojas',
  'role.merchant': '{role} de {merchant}',

  'zone.label': 'Horários em',
  'zone.mine': 'meu fuso',
  'zone.merchant': 'fuso da loja',
  'zone.utc': 'UTC',

  'copy.button': 'Copiar {what}',
  'copy.short': 'Copiar',
  'copy.done': 'Copiado',
  'copy.refused': 'O navegador não copia aqui',

  'error.title': 'Não carregou',
  'problem.not_signed_in': 'Sua sessão não está mais aberta.',
  'problem.invalid_sign_in_link':
    'O link já foi usado, é antigo demais, ou um mais novo o substituiu.',
  'problem.passkey_required': 'Você precisa de uma chave de acesso antes que o resto se abra.',
  'problem.not_found': 'Isto não existe, ou não é seu.',
  'problem.invalid_request': 'O que foi enviado não é válido.',
  'problem.temporarily_unavailable':
    'O painel está ocupado, ou seu banco de dados está fora do ar. Nada mudou.',
  'problem.internal_error': 'Algo deu errado no servidor.',
  'problem.other': 'O painel recusou.',
  'error.no-answer': 'Não houve resposta. Sua conexão, ou o painel, está fora do ar no momento.',
  'error.broken':
    'Algo deu errado nesta página. Depois de uma atualização do painel, ajuda carregá-la de novo.',
  'error.request': 'Requisição',
  'error.request-id': 'id da requisição',
  'error.again': 'Tentar de novo',
  'error.reload': 'Carregar a página de novo',
  'error.too-often': 'Tentativas demais. Espere um minuto e tente de novo.',
  'error.forbidden': 'Seu papel não inclui isto',
  'error.forbidden-text': 'A administração do operador pode lhe dar outro papel.',
  'error.not-found': 'Isto não existe, ou não é seu',
  'error.not-found-text':
    'O endereço não indica nada que você possa ver. Procure abaixo por um pedido, um e-mail ou um id.',
  'error.home': 'Ir ao início',

  'sign-in.title': 'Entrar',
  'sign-in.with-link': 'O link entra uma vez, neste navegador. Aperte quando quiser.',
  'sign-in.button': 'Entrar',
  'sign-in.pending': 'Entrando…',
  'sign-in.dead': 'Este link não funciona',
  'sign-in.dead-text':
    'Ele já foi usado, é antigo demais, ou um mais novo o substituiu. Peça outro.',
  'sign-in.no-link':
    'Use sua chave de acesso, ou abra o link que você recebeu: a parte depois do # entra, e sai do endereço assim que a página abre.',
  'sign-in.new-link': 'Quem opera o checkout cria um link com este comando:',
  'sign-in.ended': 'Sua sessão terminou',
  'sign-in.ended-text':
    'Você saiu, ficou muito tempo fora, ou alguém a encerrou. O que você via abre de novo depois de entrar.',

  'me.title': 'Sua conta',
  'me.email': 'E-mail',
  'me.roles': 'Papéis',
  'me.sessions': 'Onde você entrou',
  'me.sessions-text': 'Encerre o que você não conhece.',
  'me.here': 'este navegador',
  'me.since': 'Desde',
  'me.seen': 'Visto por último',
  'me.end': 'Encerrar',
  'me.end-of': 'Encerrar a sessão em {browser}',
  'me.unknown-browser': 'um navegador desconhecido',
}
