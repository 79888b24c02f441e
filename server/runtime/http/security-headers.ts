import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Settings } from '../settings/settings.ts'

/** The camera scans QR codes; the app uses nothing else. */
const permissions = [
  'camera=(self)',
  'microphone=()',
  'geolocation=()',
  'payment=()',
  'usb=()',
  'browsing-topics=()',
].join(', ')

const brokerOrigins = (url: string | null): string[] => (url ? [new URL(url).origin] : [])

/** Strict defaults for every response; pages may set a stricter CSP. */
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
        // `'self'` includes our WebSockets.
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
