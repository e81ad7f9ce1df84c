import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useNavigation, useParams, useSearchParams } from 'react-router'
import { merchantZoneQuery } from '../calls/merchant-zone.ts'
import { browserZone, readZone, type Zone, type ZoneChoice, ZoneContext } from '../parts/zone.ts'
import { useDeps } from '../deps.ts'
import { useLanguage } from '../words/use-language.ts'
import { useOnline } from './use-online.ts'

/** The frame of every page, signed in or not: the environment's band, the offline banner, and the zone of the times. */
export function Page() {
  const { additions } = useDeps()
  const { tag, t } = useLanguage()
  const isOnline = useOnline()
  const isLoading = useNavigation().state === 'loading'

  useEffect(() => {
    document.documentElement.lang = tag
  }, [tag])

  return (
    <ZoneContext value={useZoneOfAddress()}>
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      {additions.band}
      <output className="offline" hidden={isOnline}>
        {!isOnline && t('app.offline')}
      </output>
      <div className="page" aria-busy={isLoading}>
        <Outlet />
      </div>
      <ScrollRestoration />
    </ZoneContext>
  )
}

/** The chosen zone. It is in the address as `tz`, so that everybody who opens the link reads the same times. */
function useZoneOfAddress(): Zone {
  const [search, setSearch] = useSearchParams()
  const inAddress = search.get('tz')
  const [chosen, setChosen] = useState<ZoneChoice>(() => readZone(inAddress))
  const wished = inAddress === null ? chosen : readZone(inAddress)
  const ofMerchant = useZoneOfMerchant()
  const zones = [
    { choice: 'mine', timeZone: browserZone() },
    ...(ofMerchant === undefined ? [] : [{ choice: 'merchant', timeZone: ofMerchant } as const]),
    { choice: 'utc', timeZone: 'UTC' },
  ] as const
  const { choice, timeZone } = zones.find((zone) => zone.choice === wished) ?? zones[0]
  return {
    choice,
    timeZone,
    zones,
    choose(zone: ZoneChoice) {
      setChosen(zone)
      const hash = location.hash
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          next.set('tz', zone)
          return next
        },
        { replace: true, preventScrollReset: true },
      )
      // The router drops the fragment when the query is set.
      if (hash !== '') location.hash = hash
    },
  }
}

/** The IANA zone of the merchant in the address; undefined without one, and until it is loaded. */
function useZoneOfMerchant(): string | undefined {
  const deps = useDeps()
  const { merchantId } = useParams()
  const query = merchantZoneQuery(deps, merchantId ?? '')
  const { data } = useQuery({ ...query, enabled: merchantId !== undefined })
  return data?.timeZone
}
