import type { ComponentType } from 'react'
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  redirect,
  useParams,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { isSignedOut } from './calls/call.ts'
import { meQuery } from './calls/me.ts'
import { loadObject } from './find/load-object.ts'
import { ErrorScreen, NotFound } from './layout/error-view.tsx'
import { Frame } from './layout/frame.tsx'
import { Page } from './layout/page.tsx'
import { loadMerchant } from './lists/load-merchant.ts'
import { Skeleton } from './layout/skeleton.tsx'
import type { Deps } from './deps.ts'

/** Every address of the dashboard. A screen is a script of its own, loaded with its data. */
export function createRoutes(deps: Deps) {
  const { queryClient } = deps

  /** Loads who is signed in. Redirects anybody else to the sign-in page, which leads back here. */
  async function loadMe({ request }: LoaderFunctionArgs) {
    try {
      return await queryClient.ensureQueryData(meQuery(deps))
    } catch (error) {
      if (!isSignedOut(error)) throw error
      const { pathname, search } = new URL(request.url)
      const isStart = pathname === '/'
      return redirect(isStart ? '/sign-in' : `/sign-in?to=${encodeURIComponent(pathname + search)}`)
    }
  }

  /** As `loadMe`, but redirects a person who needs a passkey first to the page that makes one. */
  async function loadMeWithPasskey(args: LoaderFunctionArgs) {
    const me = await loadMe(args)
    return me instanceof Response || me.session.opensDashboard ? me : redirect('/welcome')
  }

  return createBrowserRouter([
    {
      Component: Page,
      HydrateFallback: Skeleton,
      ErrorBoundary: RouteError,
      children: [
        {
          path: '/sign-in',
          lazy: async () => ({ Component: (await import('./screens/sign-in/sign-in.tsx')).SignIn }),
        },
        {
          path: '/welcome',
          loader: loadMe,
          lazy: async () => ({
            Component: (await import('./screens/welcome/welcome.tsx')).Welcome,
          }),
        },
        {
          loader: loadMeWithPasskey,
          // The next call shows when the session has ended, so there is no need to load this at each navigation.
          shouldRevalidate: () => false,
          Component: Frame,
          HydrateFallback: Skeleton,
          children: [
            {
              ErrorBoundary: RouteError,
              children: [
                {
                  index: true,
                  lazy: async () => ({ Component: (await import('./screens/home/home.tsx')).Home }),
                },
                {
                  path: 'find',
                  lazy: async () => ({
                    Component: (await import('./screens/find/find.tsx')).FindScreen,
                  }),
                },
                ...['payments', 'm/:merchantId/payments'].map((path) => ({
                  path,
                  lazy: async () => {
                    const { PaymentsScreen } = await import('./screens/payments/payments.tsx')
                    return {
                      Component: PaymentsScreen,
                      loader: ({ params }: LoaderFunctionArgs) =>
                        loadMerchant(deps, params['merchantId']),
                    }
                  },
                })),
                ...['refunds', 'm/:merchantId/refunds'].map((path) => ({
                  path,
                  lazy: async () => {
                    const { RefundsScreen } = await import('./screens/refunds/refunds.tsx')
                    return {
                      Component: RefundsScreen,
                      loader: ({ params }: LoaderFunctionArgs) =>
                        loadMerchant(deps, params['merchantId']),
                    }
                  },
                })),
                ...['disputes', 'm/:merchantId/disputes'].map((path) => ({
                  path,
                  lazy: async () => {
                    const { DisputesScreen } = await import('./screens/disputes/disputes.tsx')
                    return {
                      Component: DisputesScreen,
                      loader: ({ params }: LoaderFunctionArgs) =>
                        loadMerchant(deps, params['merchantId']),
                    }
                  },
                })),
                {
                  path: 'm/:merchantId/disputes/:disputeId',
                  lazy: async () => {
                    const { DisputeScreen, loadDispute } =
                      await import('./screens/disputes/dispute.tsx')
                    return {
                      Component: afresh(DisputeScreen),
                      loader: ({ params }) => loadDispute(deps, { params }),
                    }
                  },
                },
                {
                  path: 'm/:merchantId/payments/:sessionId',
                  lazy: async () => {
                    const { TimelineScreen, loadTimeline } =
                      await import('./screens/timeline/timeline.tsx')
                    return {
                      Component: afresh(TimelineScreen),
                      loader: ({ params }) => loadTimeline(deps, { params }),
                    }
                  },
                },
                ...['audit', 'm/:merchantId/audit'].map((path) => ({
                  path,
                  lazy: async () => {
                    const { AuditScreen, loadAudit } = await import('./screens/audit/audit.tsx')
                    return {
                      Component: AuditScreen,
                      loader: ({ params, request }: LoaderFunctionArgs) =>
                        loadAudit(deps, { params, url: request.url }),
                    }
                  },
                })),
                {
                  path: 'system',
                  lazy: async () => {
                    const { SystemScreen, loadSystem } = await import('./screens/system/system.tsx')
                    return { Component: SystemScreen, loader: () => loadSystem(deps) }
                  },
                },
                {
                  path: 'm',
                  lazy: async () => {
                    const { MerchantsScreen, loadMerchants } =
                      await import('./screens/merchants/merchants.tsx')
                    return {
                      Component: MerchantsScreen,
                      loader: ({ request }) => loadMerchants(deps, { request }),
                    }
                  },
                },
                {
                  path: 'm/new',
                  lazy: async () => ({
                    Component: (await import('./screens/new-merchant/new-merchant.tsx'))
                      .NewMerchant,
                  }),
                },
                {
                  path: 'm/:merchantId',
                  lazy: async () => {
                    const { MerchantScreen, loadMerchant } =
                      await import('./screens/merchant/merchant.tsx')
                    return {
                      Component: afresh(MerchantScreen),
                      loader: ({ params }) => loadMerchant(deps, { params }),
                    }
                  },
                },
                {
                  path: 'm/:merchantId/integration',
                  lazy: async () => {
                    const { IntegrationScreen, loadIntegration } =
                      await import('./screens/integration/integration.tsx')
                    return {
                      Component: afresh(IntegrationScreen),
                      loader: ({ params }) => loadIntegration(deps, { params }),
                    }
                  },
                },
                ...['people', 'm/:merchantId/people'].map((path) => ({
                  path,
                  lazy: async () => {
                    const { PeopleScreen, loadPeople } = await import('./screens/people/people.tsx')
                    return {
                      Component: afresh(PeopleScreen),
                      loader: ({ params }: LoaderFunctionArgs) =>
                        loadPeople(deps, params['merchantId']),
                    }
                  },
                })),
                {
                  path: 'webhooks',
                  lazy: async () => {
                    const { WebhooksScreen, loadWebhooks } =
                      await import('./screens/webhooks/webhooks.tsx')
                    return { Component: WebhooksScreen, loader: () => loadWebhooks(deps) }
                  },
                },
                {
                  path: 'm/:merchantId/webhook',
                  lazy: async () => {
                    const { WebhookScreen, loadWebhook } =
                      await import('./screens/webhook/webhook.tsx')
                    return {
                      Component: afresh(WebhookScreen),
                      loader: (args) => loadWebhook(deps, args),
                    }
                  },
                },
                {
                  path: 'm/:merchantId/webhook/:eventId',
                  lazy: async () => {
                    const { WebhookEventScreen, loadWebhookEvent } =
                      await import('./screens/webhook-event/webhook-event.tsx')
                    return {
                      Component: afresh(WebhookEventScreen),
                      loader: (args) => loadWebhookEvent(deps, args),
                    }
                  },
                },
                {
                  path: 'o/:id',
                  loader: ({ params }) => loadObject(deps, params['id'] ?? ''),
                  Component: NotFound,
                },
                {
                  path: 'me',
                  lazy: async () => {
                    const { MeScreen, loadSessions } = await import('./screens/me/me.tsx')
                    return { Component: MeScreen, loader: () => loadSessions(deps) }
                  },
                },
                { path: '*', Component: NotFound },
              ],
            },
          ],
        },
      ],
    },
  ])
}

/**
 * A screen that starts afresh when its address names another object, so that nothing of one, such as a person's data or a new
 * key, is shown beside another.
 */
function afresh(Screen: ComponentType): ComponentType {
  return function Afresh() {
    return <Screen key={JSON.stringify(useParams())} />
  }
}

function RouteError() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  return <ErrorScreen error={error} onAgain={() => void revalidate()} />
}
