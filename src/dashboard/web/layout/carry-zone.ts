import { createPath, parsePath, type createBrowserRouter, type To } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

/** Lets every link keep the zone of the address (`tz`): a link that is copied or opened elsewhere shows the same times. */
export function carryZone(router: Router): Router {
  const createHref = router.createHref.bind(router)
  const navigate = router.navigate.bind(router)

  function withZone(to: To): To {
    const zone = new URLSearchParams(router.state.location.search).get('tz')
    const path = typeof to === 'string' ? parsePath(to) : to
    const search = new URLSearchParams(path.search)
    if (zone === null || search.has('tz')) return to
    search.set('tz', zone)
    return { ...path, search: `?${search}` }
  }

  router.createHref = (location) => {
    const path = withZone(createHref(location))
    return typeof path === 'string' ? path : createPath(path)
  }
  router.navigate = (to: To | number | null, options?: Parameters<Router['navigate']>[1]) => {
    if (typeof to === 'number') return navigate(to)
    return navigate(to === null ? to : withZone(to), options)
  }
  return router
}
