import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Settings } from '../settings/settings.ts'

/** What the app may use of the device: the camera reads QR codes, nothing else is asked for. */
const permissions = [
  'camera=(self)',
  'microphone=()',
  'geolocation=()',
  'payment=()',
  'usb=()',
  'browsing-topics=()',
].join(', ')

/** The external broker's origin for the page's own connection. */
const brokerOrigins = (url: string | null): string[] => (url ? [new URL(url).origin] : [])

/** A strict policy for every response; a page of its own may set a stricter one. */
export function secureHeaders(app: FastifyInstance, { demo, mqttPublicUrl }: Settings): void {
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        // Our own origin covers its WebSockets.
        connectSrc: ["'self'", ...brokerOrigins(mqttPublicUrl)],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: demo ? false : { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('permissions-policy', permissions)
    secure(request.raw, reply.raw, () => next())
  })
}
