// Polls the order every two seconds and reloads the page when it has changed.
const PAUSE_MS = 2000
const QUESTIONS_MAX = 900
const { address, version } = document.querySelector('[data-version]').dataset

async function waitForNews() {
  for (let question = 0; question < QUESTIONS_MAX; question++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const answer = await fetch(address, { cache: 'no-store' }).catch(() => null)
    const news = answer?.ok ? await answer.json().catch(() => null) : null
    if (news !== null && news.version !== version) return location.reload()
  }
}

void waitForNews()
