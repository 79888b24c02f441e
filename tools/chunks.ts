import { isHomeIcon, isHomePiece, isHomeShare, isLight } from './home-chunk.ts'

/** A few lines that every page needs, once it is shown or before. */
const isFirst = (id: string): boolean =>
  id.startsWith('\0messages:first/') ||
  /[\\/]web[\\/]app[\\/](?:after-load|guard-taps|open-offline)\.ts$/.test(id)

/** Whether a module's path goes through one of these; an ending is left out. */
const through =
  (...parts: string[]) =>
  (id: string): boolean =>
    parts.some((part) => id.replaceAll('\\', '/').includes(`/${part}`))

/** The page's own script, with all that it imports. */
const isPage = (id: string): boolean =>
  /^\0rolldown|[\\/]index\.html$|[\\/]react-dom[\\/](?:client\.js|cjs[\\/]react-dom-client)/.test(id)

/** What the app's own calls need. */
const isCalling = through(
  ...['valibot/', 'ofetch/', 'destr/', 'ufo/'].map((library) => `node_modules/${library}`),
  ...['calling', 'send', 'path', 'error-codes', 'error-code-list', 'failure'].map(
    (file) => `core/api/${file}.`,
  ),
  ...['call', 'common', 'user', 'notification'].map((file) => `core/api/contract/${file}.`),
)

/** Reading, formats and words: small modules, several of which every page but home needs. */
const isCommon = through(
  ...[
    'announcement',
    'api',
    'auth',
    'clock',
    'contact',
    'format',
    'policy',
    'profile',
    'reading',
    'storage',
    'text',
    'words',
  ].map((folder) => `core/${folder}/`),
  ...['announcement', 'clock', 'errors', 'format', 'info', 'reading'].map((folder) => `web/${folder}/`),
  'core/realtime/hints.',
  'node_modules/dayjs/',
  'node_modules/lucide-react/',
)

/** What draws a QR code: a paid order shows its small claim code without one. */
const isQr = through('web/ui/QrCode.', 'node_modules/uqr/')

/** Pages of a list, which no screen up to the order's page shows. */
const isListing = through(
  ...['paging.machine', 'create-paging'].map((file) => `core/reading/${file}.`),
  ...['kept-lists', 'create-order-list'].map((file) => `core/order/${file}.`),
  'web/reading/Listing.',
  'web/ui/EndOfList.',
  ...['OrdersFreshness', 'OrdersSkeleton'].map((file) => `web/order/${file}.`),
)
/** What pages that inform share. */
const isInfo = through(
  ...['ReadingPage', 'Stale'].map((file) => `web/reading/${file}.`),
  ...['InfoLinks', 'InfoSteps', 'services'].map((file) => `web/info/${file}.`),
  ...[
    'bed-double',
    'door-open',
    'heart-pulse',
    'map',
    'map-pin',
    'message-square-reply',
    'sparkles',
    'wifi',
  ].map((icon) => `lucide-react/dist/esm/icons/${icon}.`),
)
/** What no screen of the trip shows, either. */
const isElsewhere = (id: string) =>
  isInfo(id) ||
  through(
    'web/order/OrderTag.',
    'web/order/useDestination.',
    'web/payment/Checkout.',
    'web/ui/SleepingCameraPicture.',
    ...['left-draft', 'destination.machine', 'create-destination'].map((file) => `core/order/${file}.`),
  )(id)
/** Links that a traveller gives or gets. */
const isLink = through(...['prepared-order', 'trip'].map((file) => `core/api/contract/${file}.`))

/** Orders and their places, which home shows too. */
const isOrder = through('core/order/', 'core/site/', 'web/order/')
/** Widgets, photos and payments: what the screens from the QR code to the order's page share. */
const isOfTrip = through(
  'node_modules/@base-ui/',
  'node_modules/@floating-ui/',
  ...['payment', 'photo', 'realtime'].map((folder) => `core/${folder}/`),
  ...['payment', 'photo', 'site', 'ui'].map((folder) => `web/${folder}/`),
)
/** An order that is being placed, which checks phone numbers: their metadata is half as large as all the rest. */
const isPlacing = through(
  ...['create-placement', 'placement'].map((file) => `core/order/${file}`),
  ...['deliver-to', 'follow-placement', 'usePlacement', 'Placement', 'PlaceMissing', 'PlacedInOtherTab'].map(
    (file) => `web/order/${file}`,
  ),
)
/** The page of all calling codes and its search. */
const isCountryPage = through(
  'core/phone/country-search.',
  ...['CountryPicker', 'CountryList', 'LetterIndex'].map((file) => `web/phone/${file}.`),
)
const isOfPhones = through('node_modules/libphonenumber-js/', 'core/phone/', 'web/phone/')
/** All numbering plans are a file of their own, which few travellers need. */
const isPhone = (id: string) =>
  (isOfPhones(id) || id === '\0phone-plans') && !/metadata\.max/.test(id) && !isCountryPage(id)
/** A few lines each, which the first photo needs. */
const isPhotoWork = through(
  ...['upload', 'image', 'held-images', 'encode', 'draw'].map((file) => `web/platform/${file}.ts`),
)
const isFormScreen = through('web/screens/order-create/', 'web/screens/order-confirm/')
/** An order that is being changed, with the parts of the form. */
const isChange = (id: string) =>
  /[\\/]web[\\/]screens[\\/]order-create[\\/](?:\w*Change\w*|open-order-change|change-props)\./.test(id) ||
  through('core/change/')(id)
/** Where map apps find a place. */
const isMap = through(
  'node_modules/gcoord/',
  'web/site/MapLinks',
  ...['map', 'mainland'].map((file) => `core/site/${file}`),
)
const isForm = (id: string) => (isFormScreen(id) || isPlacing(id)) && !isChange(id)
/** What few see or ask for on the order's page. */
const isOrderLater = through(
  ...['ChangeAlert', 'NextTrip', 'ReceiverLinkSheet', 'save-calendar'].map(
    (file) => `web/screens/order-detail/${file}.`,
  ),
  'core/trip/receiver-link',
)
const isOrderScreen = through(
  ...['order-detail', 'payment-session-status'].map((screen) => `web/screens/${screen}/`),
)
const isOrderPage = (id: string) => isOrderScreen(id) && !isOrderLater(id)
const isSigningIn = through(
  ...['sign-in/', 'verification-code/CheckCode', 'profile-init/'].map((part) => `web/screens/${part}`),
  'core/auth/provide-sign-in.',
  'core/auth/site-of-code.',
)
const isRealtime = through(
  ...['mqtt/', 'mqtt-packet/', 'crypto-js/'].map((library) => `node_modules/${library}`),
  'core/api/secrets.',
  'web/platform/broker.',
  'web/platform/browser-broker.',
)

/** What home shows some visitors: what they left on this device, and links of a hotel's own services. */
const isHomeLater = through(
  ...['LastPlace', 'LeftDraft', 'ServiceLinks', 'useLeftQrId'].map((file) => `web/screens/home/${file}.`),
)
/** Pages of nothing but text, each a few hundred bytes. */
const isText = through(
  ...['about', 'faq', 'luggage-notice', 'terms'].map((screen) => `web/screens/${screen}/`),
)
/** Home's sheet of the account, whose question the profile asks too. */
const isSigningOut = through('web/account/', 'web/screens/home/AccountSheet.')
/** What the main menu leads a member to. */
const isAccount = through(
  ...['my-account', 'profile-edit', 'saved'].map((screen) => `web/screens/${screen}/`),
)
/** Files to save and words over any page, each after a tap or a change of who is signed in. */
const isAfterTap = through('web/app/app-intl.', 'web/app/notify.', 'web/app/save-file.')
/** A notification over the page; one file, for home names each. */
const isPopup = through(
  'core/notification/popup',
  'core/notification/create-popup.',
  ...['notification/Popup.', 'notification/pages.'].map((file) => `web/${file}`),
)

/**
 * A handful of files, for each is a round trip where the line is slow. All that the page itself needs is one, and so
 * are the light pieces that home shows: they compress best that way. Every page but home needs `parts`, and every
 * screen from the QR code to the order's page most of `trip`; what follows one on the other is one file too. A group
 * takes what its modules import, so the ones that others import come first. What one other screen alone needs stays
 * with it. The service worker is a file of its own.
 */
export const groups = [
  {
    name: 'frame',
    test: (id: string) =>
      isPage(id) || isFirst(id) || isCalling(id) || isHomePiece(id) || isHomeIcon(id) || isHomeShare(id),
  },
  { name: 'qr', test: isQr },
  {
    name: 'parts',
    test: (id: string) =>
      (isLight(id) || isCommon(id)) && !isAfterTap(id) && !isListing(id) && !isLink(id) && !isElsewhere(id),
    minShareCount: 2,
  },
  {
    name: 'trip',
    test: (id: string) =>
      (isOfTrip(id) || (isOrder(id) && !isPlacing(id))) && !isMap(id) && !isListing(id) && !isElsewhere(id),
    minShareCount: 2,
  },
  { name: 'info', test: isInfo, minShareCount: 2 },
  { name: 'phone', test: isPhone },
  { name: 'photo-work', test: isPhotoWork },
  { name: 'form', test: isForm },
  { name: 'change', test: isChange },
  { name: 'map', test: isMap },
  { name: 'order-page', test: isOrderPage },
  { name: 'sign-in', test: isSigningIn },
  { name: 'realtime', test: isRealtime },
  { name: 'after-tap', test: isAfterTap },
  { name: 'listing', test: isListing, minShareCount: 2 },
  { name: 'texts', test: isText },
  { name: 'sign-out', test: isSigningOut },
  { name: 'account', test: isAccount },
  { name: 'home-later', test: isHomeLater },
  { name: 'popup', test: isPopup },
]
