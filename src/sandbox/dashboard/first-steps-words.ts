interface Words {
  title: string
  done: string
  buy: string
  watch: string
  merchant: string
}

/** By language of the dashboard. */
export const FIRST_STEPS_WORDS: Readonly<Record<string, Words>> = {
  en: {
    title: 'First steps',
    done: 'Done',
    buy: 'Buy a shirt in the demo store',
    watch: 'Watch the order turn paid, below',
    merchant: 'Make a merchant of your own',
  },
  'pt-BR': {
    title: 'Primeiros passos',
    done: 'Feito',
    buy: 'Compre uma camiseta na loja de demonstração',
    watch: 'Veja o pedido ser pago, logo abaixo',
    merchant: 'Crie uma loja sua',
  },
}
