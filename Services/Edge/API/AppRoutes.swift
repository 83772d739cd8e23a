// The calls of the app API, like a table of contents. Their paths are in `AppCalls` (BaliseAPI); what answers each is
// in Routes/, one file a message.

import BaliseAPI

/// The calls of the apps' API, under `AppAPI.root`.
enum AppRoutes {
    static let all: [Route<AppHandler>] = [
        // Sessions
        .call(AppCalls.authenticate, .anybody(signIn)),
        .call(AppCalls.signIn, .anybody(signIn)),
        .call(AppCalls.signInWithApple, .anybody(signInWithApple)),
        .call(AppCalls.redeemSignInCode, .anybody(redeemSignInCode)),
        .call(AppCalls.takeAppleNotification, .anybody(takeAppleNotification)),
        .call(AppCalls.register, .anybody(register)),
        .call(AppCalls.refreshSession, .anybody(refreshSession)),
        .call(AppCalls.getProfileInEnvelope, .account(getProfileInEnvelope)),
        .call(AppCalls.signOut, .account(signOut)),
        .call(AppCalls.listSessions, .account(listSessions)),
        .call(AppCalls.endOtherSessions, .account(endOtherSessions)),
        .call(AppCalls.endSession, .account(endSession)),
        // Passwords
        .call(AppCalls.requestPasswordReset, .anybody(requestPasswordReset)),
        .call(AppCalls.logForgottenPassword, .anybody(requestPasswordReset)),
        .call(AppCalls.resetPassword, .anybody(resetPassword)),
        .call(AppCalls.changePassword, .account(changePassword)),
        // Passkeys
        .call(AppCalls.beginPasskeySignIn, .anybody(beginPasskeySignIn)),
        .call(AppCalls.signInWithPasskey, .anybody(signInWithPasskey)),
        .call(AppCalls.beginPasskeyRegistration, .account(beginPasskeyRegistration)),
        .call(AppCalls.registerPasskey, .account(registerPasskey)),
        .call(AppCalls.listPasskeys, .account(listPasskeys)),
        .call(AppCalls.renamePasskey, .account(renamePasskey)),
        .call(AppCalls.removePasskey, .account(removePasskey)),
        .call(AppCalls.beginPasskeyProof, .account(beginPasskeyProof)),
        // Provider links
        .call(AppCalls.listProviderLinks, .account(listProviderLinks)),
        .call(AppCalls.removeProviderLink, .account(removeProviderLink)),
        // Second steps
        .call(AppCalls.takeSecondStep, .anybody(takeSecondStep)),
        .call(AppCalls.beginTOTP, .account(beginTOTP)),
        .call(AppCalls.confirmTOTP, .account(confirmTOTP)),
        .call(AppCalls.getSecondStep, .account(getSecondStep)),
        .call(AppCalls.removeTOTP, .account(removeTOTP)),
        .call(AppCalls.renewRecoveryCodes, .account(renewRecoveryCodes)),
        // Codes by mail
        .call(AppCalls.requestEmailSignIn, .anybody(requestEmailSignIn)),
        .call(AppCalls.signInWithEmailCode, .anybody(signInWithEmailCode)),
        .call(AppCalls.requestEmailVerification, .account(requestEmailVerification)),
        .call(AppCalls.confirmEmail, .account(confirmEmail)),
        .call(AppCalls.requestEmailChange, .account(letsNobodyIn: true, requestEmailChange)),
        .call(AppCalls.confirmEmailChange, .account(letsNobodyIn: true, confirmEmailChange)),
        .call(AppCalls.requestProofCode, .account(requestProofCode)),
        // Profiles
        .call(AppCalls.getProfile, .account(servesStale: true, getProfile)),
        .call(AppCalls.updateProfileInEnvelope, .account(updateProfileInEnvelope)),
        .call(AppCalls.getShortProfile, .account(servesStale: true, getShortProfile)),
        .call(AppCalls.updateProfile, .account(updateProfile)),
        // All that is kept of an account, and its end
        .call(AppCalls.exportAccount, .account(exportAccount)),
        .call(AppCalls.requestErasure, .account(requestErasure)),
        .call(AppCalls.getErasure, .anybody(getErasure)),
        // Miataru devices of an account
        .call(AppCalls.listClaimedDevices, .account(servesStale: true, listClaimedDevices)),
        .call(AppCalls.claimDevice, .account(claimDevice)),
        .call(AppCalls.releaseDevice, .account(releaseDevice)),
        .call(AppCalls.resetDeviceKey, .account(resetDeviceKey)),
        .call(AppCalls.removeDeviceKey, .account(removeDeviceKey)),
        .call(AppCalls.offerDevice, .account(offerDevice)),
        .call(AppCalls.takeOverDevice, .account(takeOverDevice)),
        .call(AppCalls.streamPlaces, .account(streamPlaces)),
        // What people want to hear of
        .call(AppCalls.getPreferences, .account(servesStale: true, getPreferences)),
        .call(AppCalls.setPreferences, .account(setPreferences)),
        .call(AppCalls.getQuietHours, .account(servesStale: true, getQuietHours)),
        .call(AppCalls.setQuietHours, .account(setQuietHours)),
        .call(AppCalls.removeQuietHours, .account(removeQuietHours)),
        .call(AppCalls.getKinds, .account(servesStale: true, getKinds)),
        .call(AppCalls.setKinds, .account(setKinds)),
        // Before those of notifications: `topics` is the id of none.
        .call(AppCalls.listTopics, .account(servesStale: true, listTopics)),
        .call(AppCalls.subscribeTopic, .account(subscribeTopic)),
        .call(AppCalls.unsubscribeTopic, .account(unsubscribeTopic)),
        .call(AppCalls.changeTopicMembers, .apiKey(changeTopicMembers)),
        .call(AppCalls.changeTags, .apiKey(changeTags)),
        // Where people are
        .call(AppCalls.getPosition, .account(servesStale: true, getPosition)),
        .call(AppCalls.setPosition, .account(setPosition)),
        .call(AppCalls.erasePosition, .account(erasePosition)),
        .call(AppCalls.allowPositions, .account(allowPositions)),
        // Push devices
        .call(AppCalls.registerPushToken, .account(registerPushToken)),
        .call(AppCalls.sendTestPush, .account(sendTestPush)),
        .call(AppCalls.listPushTokens, .account(servesStale: true, listPushTokens)),
        .call(AppCalls.mutePushToken, .account(mutePushToken)),
        .call(AppCalls.removePushToken, .account(removePushToken)),
        .call(AppCalls.registerDeviceToken, .account(registerPushToken)),
        .call(AppCalls.removePushTokens, .account(removePushTokens)),
        .call(AppCalls.listDeviceTokens, .account(servesStale: true, listPushTokens)),
        .call(AppCalls.removeDeviceToken, .account(removePushToken)),
        .call(AppCalls.setDeviceTags, .account(setDeviceTags)),
        .call(AppCalls.registerLiveActivity, .account(registerLiveActivity)),
        .call(AppCalls.removeLiveActivity, .account(removeLiveActivity)),
        // What was told
        .call(AppCalls.listInbox, .account(servesStale: true, listInbox)),
        .call(AppCalls.countUnread, .account(servesStale: true, countUnread)),
        .call(AppCalls.listInquiries, .account(servesStale: true, listInquiries)),
        .call(AppCalls.recordInteractions, .account(recordInteractions)),
        .call(AppCalls.markAllRead, .account(markAllRead)),
        .call(AppCalls.markRead, .account(markRead)),
        // What is announced
        .call(AppCalls.findOffers, .anybody(findOffers)),
        .call(AppCalls.findActiveOffers, .anybody(findOffers)),
        .call(AppCalls.openOffer, .anybody(openOffer)),
        .call(AppCalls.findProfessionals, .anybody(findProfessionals)),
        .call(AppCalls.listCategories, .anybody(listCategories)),
        .call(AppCalls.openProfessional, .anybody(openProfessional)),
        .call(AppCalls.listProfessionals, .anybody(findProfessionals)),
        .call(AppCalls.findOffersOfProfessional, .anybody(findOffersOfProfessional)),
        .call(AppCalls.listFavorites, .anybody(listFavorites)),
        .call(AppCalls.listRatings, .anybody(listRatings)),
        .call(AppCalls.getAverageRating, .anybody(getAverageRating)),
        // Announcing
        // With `dryRun`, the SDK calls it `countAudience`.
        .call(AppCalls.announce, .apiKey(announce)),
        .call(AppCalls.previewNotification, .apiKey(previewNotification)),
        .call(AppCalls.createBroadcastChannel, .apiKey(createBroadcastChannel)),
        .call(AppCalls.listBroadcastChannels, .apiKey(listBroadcastChannels)),
        .call(AppCalls.deleteBroadcastChannel, .apiKey(deleteBroadcastChannel)),
        .call(AppCalls.sendBroadcast, .apiKey(sendBroadcast)),
        .call(AppCalls.listAnnouncements, .apiKey(listAnnouncements)),
        .call(AppCalls.getAnnouncement, .apiKey(getAnnouncement)),
        .call(AppCalls.cancelAnnouncement, .apiKey(cancelAnnouncement)),
        .call(AppCalls.explainRecipient, .apiKey(explainRecipient)),
        // Notifications of any kind
        // Before those of one: `series` is the id of none.
        .call(AppCalls.setSeries, .apiKey(setSeries)),
        .call(AppCalls.listSeries, .apiKey(listSeries)),
        .call(AppCalls.getSeries, .apiKey(getSeries)),
        .call(AppCalls.endSeries, .apiKey(endSeries)),
        // With `dryRun`, the document calls it `countNotificationAudience`.
        .call(AppCalls.sendNotification, .apiKey(sendNotification)),
        .call(AppCalls.listNotifications, .apiKey(listNotifications)),
        .call(AppCalls.getNotification, .apiKey(getNotification)),
        .call(AppCalls.changeNotification, .apiKey(changeNotification)),
        .call(AppCalls.getResults, .apiKey(getResults)),
        .call(AppCalls.streamNotification, .apiKey(streamNotification)),
        .call(AppCalls.cancelNotification, .apiKey(cancelNotification)),
        .call(AppCalls.explainNotification, .apiKey(explainNotification)),
    ]
}
