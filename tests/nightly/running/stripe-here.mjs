// Preloaded into a server to redirect Stripe's requests to the stand-in at STRIPE_STAND_IN.
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const { hostname, port } = new URL(process.env.STRIPE_STAND_IN)
const { request } = https
https.request = (options, ...rest) =>
  options?.host === 'api.stripe.com'
    ? http.request({ ...options, protocol: 'http:', host: hostname, port, agent: undefined }, ...rest)
    : request(options, ...rest)
syncBuiltinESMExports()
