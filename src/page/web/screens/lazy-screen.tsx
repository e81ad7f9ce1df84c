import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslate } from '../use-translate.ts'
import type { ScreenProps } from './screen-props.ts'

type ScreenComponent = ComponentType<ScreenProps>

export type LazyScreen = ReturnType<typeof lazyScreen>

/**
 * A code-split screen. After `preload` it renders synchronously, as server rendering and hydration require; before, it
 * shows a placeholder while it loads.
 */
export function lazyScreen(load: () => Promise<ScreenComponent>) {
  let loaded: ScreenComponent | undefined
  const Deferred = lazy(async () => ({ default: await load() }))

  async function preload(): Promise<void> {
    loaded = await load()
  }

  function LazyScreen(props: ScreenProps) {
    // Decided once: switching the component type would remount the screen.
    const [Screen] = useState<ScreenComponent>(() => loaded ?? Deferred)
    return (
      <Suspense fallback={<Loading />}>
        <Screen {...props} />
      </Suspense>
    )
  }

  return Object.assign(LazyScreen, { preload })
}

function Loading() {
  const t = useTranslate()
  return (
    <output className="loading">
      <span className="visually-hidden">{t('state.loading')}</span>
    </output>
  )
}
