import type { MessageKey } from '../i18n/message-key.ts'

/** Events that people send, by machine, with the message that names their button or field. */
export type EventLabels = {
  /** Sent as they are: `{ type }`. */
  buttons?: Record<string, MessageKey>
  /** Sent with data, such as what was typed. */
  inputs?: Record<string, MessageKey>
}

export const eventLabels: Readonly<Record<string, EventLabels>> = {
  accountDeletion: {
    buttons: {
      'deletion.start': 'myAccount.deleteStart',
      'code.submit': 'myAccount.deleteForGood',
      'deletion.stop': 'myAccount.keep',
      'code.resend': 'code.resend',
    },
    inputs: { 'code.change': 'code.title' },
  },
  accountExport: { buttons: { 'export.start': 'myAccount.downloadStart' } },
  announcements: { inputs: { 'announcement.dismiss': 'common.close' } },
  auth: {
    buttons: {
      'auth.begin': 'signIn.title',
      'auth.signOut': 'accountSheet.signOut',
      'profile.retry': 'common.tryAgain',
      'profile.skip': 'profileInit.later',
    },
  },
  board: {
    buttons: {
      'board.update': 'crewQueue.key.update',
      'selection.clear': 'crewBoard.key.clear',
      'orders.assign': 'crewBoard.key.assign',
    },
    inputs: { 'order.toggle': 'crewBoard.key.select', 'courier.choose': 'crewBoard.chooseCourier' },
  },
  catalogueImport: {
    buttons: { 'import.cancel': 'common.back', 'import.apply': 'crewOffice.import' },
    inputs: { 'files.choose': 'crewOffice.choose' },
  },
  claimForm: {
    buttons: { 'claim.send': 'claim.send', 'claim.edit': 'feedback.edit' },
    inputs: { 'claim.change': 'claim.about' },
  },
  claims: {
    buttons: { 'answer.send': 'scan.useCode', 'answer.dismiss': 'common.back' },
    inputs: { 'answer.begin': 'claim.yourTurn', 'answer.write': 'claim.askWordsRequired' },
  },
  consents: {
    buttons: { 'privacy.agree': 'orderForm.agreeAndContinue', 'push.withdraw': 'consents.withdraw' },
  },
  deskTask: {
    buttons: { 'task.open': 'crewOrder.otherActs', 'task.send': 'crewNote.send', 'task.drop': 'common.back' },
    inputs: { 'task.change': 'crewNote.words' },
  },
  destination: { inputs: { 'place.choose': 'orderForm.chooseDestination' } },
  devices: {
    buttons: { 'devices.endOthers': 'myAccount.endOthers' },
    inputs: { 'device.end': 'myAccount.end' },
  },
  draftForm: {
    inputs: {
      'draft.change': 'orderForm.fillIn',
      'receiver.choose': 'particulars.receiver',
      'part.open': 'orderForm.changeDelivery',
      'part.close': 'orderForm.done',
    },
  },
  employeeSignIn: {
    inputs: {
      'method.choose': 'crewSignIn.usePassword',
      'password.change': 'crewSignIn.password',
      'password.submit': 'crewSignIn.submit',
    },
  },
  feedback: {
    buttons: { 'feedback.send': 'feedback.send', 'feedback.edit': 'feedback.edit' },
    inputs: { 'feedback.change': 'feedback.content' },
  },
  handover: {
    buttons: {
      'handover.submit': 'orderConfirm.title',
      'handover.edit': 'orderForm.changeDelivery',
      'handover.retry': 'common.tryAgain',
      'terms.agree': 'orderForm.agreeAndContinue',
      'terms.decline': 'common.back',
    },
  },
  invoice: {
    buttons: {
      'invoice.send': 'invoice.send',
      'invoice.leave': 'invoice.leave',
      'invoice.edit': 'feedback.edit',
    },
    inputs: { 'invoice.change': 'invoice.who' },
  },
  keyCode: {
    buttons: {
      'code.request': 'signIn.sendCode',
      'code.submit': 'scan.useCode',
      'code.resend': 'code.resend',
      'entry.edit': 'code.change',
    },
    inputs: { 'entry.change': 'emailSignIn.email', 'code.change': 'code.title' },
  },
  language: {
    buttons: { 'language.retry': 'common.tryAgain' },
    inputs: { 'language.switch': 'language.other' },
  },
  newPassword: {
    buttons: { 'password.submit': 'crewPassword.save' },
    inputs: {
      'current.change': 'crewPassword.current',
      'password.change': 'crewPassword.new',
      'pin.change': 'crewPassword.pin',
    },
  },
  notificationList: {
    buttons: { 'notifications.readAll': 'notification.markAllRead' },
    inputs: { 'notifications.read': 'notification.markRead' },
  },
  officeAct: {
    buttons: { 'act.dismiss': 'common.close' },
    inputs: { 'act.send': 'crewOffice.acts' },
  },
  orderChange: {
    buttons: {
      'change.withdraw': 'orderChange.withdraw',
      'change.edit': 'orderChange.goOn',
      'change.confirm': 'orderChange.confirm',
      'change.retry': 'common.tryAgain',
    },
    inputs: { 'change.preview': 'orderChange.preview' },
  },
  orderDetail: {
    buttons: {
      'cancellation.preview': 'cancellation.start',
      'cancellation.confirm': 'cancellation.confirm',
      'cancellation.dismiss': 'cancellation.keep',
    },
  },
  orderLedger: {
    buttons: { 'answer.confirm': 'ledger.confirmSend.right', 'answer.dismiss': 'common.back' },
    inputs: { 'question.answer': 'ledger.questions' },
  },
  orderReturn: {
    buttons: {
      'choice.send': 'orderReturn.choose',
      'choice.leave': 'orderReturn.leave',
      'choice.edit': 'orderReturn.change',
    },
    inputs: { 'choice.pick': 'orderReturn.choice', 'choice.locate': 'orderReturn.findPlace' },
  },
  orderSearch: {
    buttons: { 'search.start': 'crewDesk.find', 'search.clear': 'crewDesk.showAll' },
    inputs: { 'text.change': 'crewDesk.search', 'tag.scan': 'crewDesk.scanTag' },
  },
  outbox: {
    buttons: { 'outbox.send': 'crewOutbox.sendNow' },
    inputs: {
      'act.undo': 'crewOutbox.undo',
      'act.correct': 'crewOutbox.correct',
      'act.retry': 'common.tryAgain',
      'act.discard': 'crewOutbox.discard',
    },
  },
  passkeyOffer: {
    buttons: { 'offer.accept': 'passkeyOffer.accept', 'offer.decline': 'passkeyOffer.decline' },
  },
  passkeySignIn: { buttons: { 'passkey.use': 'passkeySignIn.use' } },
  passkeys: {
    buttons: {
      'passkey.add': 'passkeys.add',
      'name.save': 'passkeys.save',
      'passkey.dismiss': 'passkeys.keep',
      'passkey.confirm': 'passkeys.removeConfirm',
    },
    inputs: {
      'passkey.rename': 'passkeys.renameTitle',
      'passkey.remove': 'passkeys.removeShort',
      'name.change': 'passkeys.name',
    },
  },
  payment: {
    buttons: {
      'payment.open': 'payment.openPage',
      'payment.retry': 'payment.tryAgain',
      'payment.checkAgain': 'payment.checkAgain',
    },
    inputs: { 'payment.choose': 'payment.methodsTitle' },
  },
  photo: { buttons: { 'photo.retry': 'photo.retryUpload' } },
  photoSet: { inputs: { 'photo.add': 'orderForm.addPhotos', 'photo.remove': 'saved.remove' } },
  placement: {
    buttons: {
      'placement.retry': 'common.tryAgain',
      'draft.review': 'orderForm.review',
      'terms.agree': 'orderForm.agreeAndContinue',
      'terms.decline': 'common.back',
      'order.edit': 'orderForm.changeDelivery',
      'order.submit': 'orderConfirm.title',
    },
  },
  popup: { buttons: { 'popup.close': 'common.close' } },
  preparation: {
    buttons: { 'desk.retry': 'common.tryAgain', 'order.prepare': 'crewPrepare.submit' },
    inputs: { 'guest.change': 'crewPrepare.guest' },
  },
  preparedLink: {
    buttons: { 'link.text': 'crewPrepared.textLink', 'link.withdraw': 'crewPrepared.withdraw' },
  },
  profile: {
    buttons: {
      'profile.save': 'profile.save',
      'profile.leave': 'common.back',
      'profile.discard': 'profile.discard',
      'profile.stay': 'profile.stay',
    },
    inputs: { 'profile.change': 'profile.title' },
  },
  push: {
    buttons: { 'push.decline': 'push.decline', 'push.turnOff': 'push.turnOff' },
    inputs: { 'push.turnOn': 'push.turnOn', 'kind.change': 'push.change' },
  },
  queue: { buttons: { 'queue.update': 'crewQueue.key.update' } },
  receiverLink: {
    buttons: { 'link.revoke': 'receiverLink.takeBack' },
    inputs: { 'link.make': 'receiverLink.make' },
  },
  saved: {
    buttons: { 'entry.save': 'saved.save', 'entry.dismiss': 'saved.keep', 'entry.confirm': 'saved.remove' },
    inputs: {
      'entry.edit': 'saved.editReceiver',
      'entry.remove': 'saved.remove',
      'entry.change': 'saved.editAddress',
    },
  },
  scanner: {
    buttons: {
      'scan.again': 'scan.again',
      'camera.retry': 'scan.retryCamera',
      'code.discard': 'common.back',
    },
    inputs: { 'picture.choose': 'scan.choosePicture', 'code.type': 'scan.typeCode' },
  },
  shift: {
    buttons: {
      'shift.start': 'crewShift.start',
      'shift.break': 'crewShift.break',
      'shift.end': 'crewShift.end',
    },
    inputs: { 'plate.change': 'crewShift.whichCar', 'colleague.choose': 'crewShift.whoTakes' },
  },
  signIn: {
    buttons: {
      'code.request': 'signIn.sendCode',
      'phone.edit': 'code.change',
      'code.submit': 'signIn.title',
      'code.resend': 'code.resend',
    },
    inputs: { 'phone.change': 'signIn.phone', 'code.change': 'code.title' },
  },
  siteSearch: {
    buttons: { 'search.retry': 'common.tryAgain' },
    inputs: { 'keyword.change': 'siteSearch.keyword', 'kind.choose': 'siteSearch.kinds' },
  },
  stop: {
    buttons: { 'act.send': 'crewOutbox.sendNow', 'act.drop': 'common.back' },
    inputs: { 'act.choose': 'crewOrder.otherActs', 'proof.change': 'crewOrder.bags' },
  },
  tablet: {
    buttons: {
      'tablet.start': 'crewAccount.tablet',
      'tablet.lock': 'crewTablet.lock',
      'tablet.end': 'crewAccount.signOut',
      'tablet.leave': 'crewAccount.signOut',
      'person.drop': 'crewTablet.back',
      'pin.submit': 'crewSignIn.submit',
    },
    inputs: { 'person.choose': 'crewTablet.choose', 'pin.change': 'crewTablet.type' },
  },
  team: {
    buttons: { 'shift.end': 'crewTeam.end', 'courier.drop': 'common.back' },
    inputs: { 'courier.choose': 'crewAct.couriers', 'taker.choose': 'crewShift.whoTakes' },
  },
  trip: { buttons: { 'trip.retry': 'common.tryAgain' } },
}
