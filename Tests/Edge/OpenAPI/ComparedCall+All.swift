// The calls that are held against the API's document, in the order of their definitions.

import BaliseAPI
import OperatorAPI

extension ComparedCall {
    static let all =
        sessions + accounts + passkeys + emailCodes + notifications + push + announcements + ofAnyKind + ecovelo + oauth
        + operators

    private static let sessions = [
        ComparedCall(AppCalls.signIn), ComparedCall(AppCalls.authenticate), ComparedCall(AppCalls.signInWithApple),
        ComparedCall(AppCalls.redeemSignInCode),
        ComparedCall(AppCalls.takeAppleNotification), ComparedCall(AppCalls.register),
        ComparedCall(AppCalls.refreshSession), ComparedCall(AppCalls.getProfileInEnvelope),
        ComparedCall(AppCalls.signOut), ComparedCall(AppCalls.listSessions),
        ComparedCall(AppCalls.endOtherSessions), ComparedCall(AppCalls.endSession),
    ]

    private static let accounts = [
        ComparedCall(AppCalls.requestPasswordReset), ComparedCall(AppCalls.logForgottenPassword),
        ComparedCall(AppCalls.resetPassword), ComparedCall(AppCalls.changePassword), ComparedCall(AppCalls.getProfile),
        ComparedCall(AppCalls.updateProfileInEnvelope), ComparedCall(AppCalls.getShortProfile),
        ComparedCall(AppCalls.updateProfile), ComparedCall(AppCalls.requestErasure), ComparedCall(AppCalls.getErasure),
        ComparedCall(AppCalls.exportAccount),
        ComparedCall(AppCalls.listClaimedDevices), ComparedCall(AppCalls.streamPlaces),
        ComparedCall(AppCalls.claimDevice), ComparedCall(AppCalls.releaseDevice),
        ComparedCall(AppCalls.resetDeviceKey), ComparedCall(AppCalls.removeDeviceKey),
        ComparedCall(AppCalls.offerDevice), ComparedCall(AppCalls.takeOverDevice),
    ]

    private static let passkeys = [
        ComparedCall(AppCalls.beginPasskeySignIn), ComparedCall(AppCalls.signInWithPasskey),
        ComparedCall(AppCalls.beginPasskeyRegistration), ComparedCall(AppCalls.registerPasskey),
        ComparedCall(AppCalls.listPasskeys), ComparedCall(AppCalls.renamePasskey),
        ComparedCall(AppCalls.removePasskey), ComparedCall(AppCalls.beginPasskeyProof),
        ComparedCall(AppCalls.listProviderLinks), ComparedCall(AppCalls.removeProviderLink),
        ComparedCall(AppCalls.takeSecondStep), ComparedCall(AppCalls.beginTOTP), ComparedCall(AppCalls.confirmTOTP),
        ComparedCall(AppCalls.getSecondStep), ComparedCall(AppCalls.removeTOTP),
        ComparedCall(AppCalls.renewRecoveryCodes),
    ]

    private static let emailCodes = [
        ComparedCall(AppCalls.requestEmailSignIn), ComparedCall(AppCalls.signInWithEmailCode),
        ComparedCall(AppCalls.requestEmailVerification), ComparedCall(AppCalls.confirmEmail),
        ComparedCall(AppCalls.requestEmailChange), ComparedCall(AppCalls.confirmEmailChange),
        ComparedCall(AppCalls.requestProofCode),
    ]

    private static let notifications = [
        ComparedCall(AppCalls.getPreferences), ComparedCall(AppCalls.setPreferences),
        ComparedCall(AppCalls.getQuietHours), ComparedCall(AppCalls.setQuietHours),
        ComparedCall(AppCalls.removeQuietHours), ComparedCall(AppCalls.getPosition),
        ComparedCall(AppCalls.setPosition), ComparedCall(AppCalls.erasePosition),
        ComparedCall(AppCalls.allowPositions), ComparedCall(AppCalls.listInbox), ComparedCall(AppCalls.countUnread),
        ComparedCall(AppCalls.listInquiries), ComparedCall(AppCalls.recordInteractions),
        ComparedCall(AppCalls.markAllRead), ComparedCall(AppCalls.markRead),
        ComparedCall(AppCalls.getKinds), ComparedCall(AppCalls.setKinds), ComparedCall(AppCalls.listTopics),
        ComparedCall(AppCalls.subscribeTopic), ComparedCall(AppCalls.unsubscribeTopic),
    ]

    private static let push = [
        ComparedCall(AppCalls.registerPushToken), ComparedCall(AppCalls.registerDeviceToken),
        ComparedCall(AppCalls.sendTestPush), ComparedCall(AppCalls.listPushTokens),
        ComparedCall(AppCalls.listDeviceTokens),
        ComparedCall(AppCalls.mutePushToken), ComparedCall(AppCalls.removePushToken),
        ComparedCall(AppCalls.removeDeviceToken), ComparedCall(AppCalls.removePushTokens),
        ComparedCall(AppCalls.setDeviceTags),
        ComparedCall(AppCalls.registerLiveActivity), ComparedCall(AppCalls.removeLiveActivity),
    ]

    private static let announcements = [
        ComparedCall(list: AppCalls.findOffers), ComparedCall(list: AppCalls.findActiveOffers),
        ComparedCall(AppCalls.openOffer), ComparedCall(list: AppCalls.findProfessionals),
        ComparedCall(list: AppCalls.listCategories), ComparedCall(AppCalls.openProfessional),
        ComparedCall(list: AppCalls.listProfessionals), ComparedCall(list: AppCalls.findOffersOfProfessional),
        ComparedCall(list: AppCalls.listFavorites), ComparedCall(bare: AppCalls.listRatings),
        ComparedCall(bare: AppCalls.getAverageRating),
        ComparedCall(AppCalls.announce), ComparedCall(AppCalls.countAudience),
        ComparedCall(AppCalls.previewNotification), ComparedCall(AppCalls.createBroadcastChannel),
        ComparedCall(AppCalls.deleteBroadcastChannel), ComparedCall(AppCalls.sendBroadcast),
        ComparedCall(AppCalls.listBroadcastChannels),
        ComparedCall(AppCalls.listAnnouncements), ComparedCall(AppCalls.getAnnouncement),
        ComparedCall(AppCalls.cancelAnnouncement), ComparedCall(AppCalls.explainRecipient),
    ]

    private static let ofAnyKind = [
        ComparedCall(AppCalls.sendNotification), ComparedCall(AppCalls.countNotificationAudience),
        ComparedCall(AppCalls.listNotifications), ComparedCall(AppCalls.getNotification),
        ComparedCall(AppCalls.changeNotification), ComparedCall(AppCalls.getResults),
        ComparedCall(AppCalls.streamNotification), ComparedCall(AppCalls.cancelNotification),
        ComparedCall(AppCalls.explainNotification),
        ComparedCall(AppCalls.setSeries), ComparedCall(AppCalls.listSeries), ComparedCall(AppCalls.getSeries),
        ComparedCall(AppCalls.endSeries),
        ComparedCall(AppCalls.changeTopicMembers), ComparedCall(AppCalls.changeTags),
    ]

    private static let ecovelo = [
        ComparedCall(EcoveloCalls.listPrograms), ComparedCall(EcoveloCalls.getCyclist),
        ComparedCall(EcoveloCalls.eraseOwnAccount), ComparedCall(EcoveloCalls.requestPhoneCode),
        ComparedCall(EcoveloCalls.confirmPhone), ComparedCall(EcoveloCalls.removePhone),
        ComparedCall(EcoveloCalls.registerDevice), ComparedCall(EcoveloCalls.removeDevice),
        ComparedCall(EcoveloCalls.getCyclistAtAnyRate), ComparedCall(EcoveloCalls.addCyclist),
        ComparedCall(EcoveloCalls.confirmCyclist), ComparedCall(EcoveloCalls.removeCyclist),
    ]

    private static let oauth = [
        ComparedCall(OAuthCalls.getSigningKeys), ComparedCall(OAuthCalls.getServerMetadata),
        ComparedCall(OAuthCalls.exchangeToken), ComparedCall(OAuthCalls.beginProviderSignIn),
        ComparedCall(OAuthCalls.finishProviderSignIn), ComparedCall(OAuthCalls.finishProviderSignInByForm),
        // RFC 7662, section 2.3: 401, also for a key that is not enough.
        ComparedCall(OAuthCalls.introspectToken, orFor: ["programKey", "programKeyAsBearer"], refusing: [401]),
        ComparedCall(OAuthCalls.revokeToken), ComparedCall(OAuthCalls.takeLogoutToken),
    ]

    /// The operator's own token opens them, too.
    private static let operators = [
        ComparedCall(OperatorCalls.listAPIKeys, orFor: operatorKey),
        ComparedCall(OperatorCalls.createAPIKey, orFor: operatorKey),
        ComparedCall(OperatorCalls.revokeAPIKey, orFor: operatorKey),
        ComparedCall(OperatorCalls.setWebhook, orFor: operatorKey),
        ComparedCall(OperatorCalls.getWebhook, orFor: operatorKey),
        ComparedCall(OperatorCalls.removeWebhook, orFor: operatorKey),
        ComparedCall(OperatorCalls.retryWebhook, orFor: operatorKey),
        ComparedCall(OperatorCalls.getPushHealth, orFor: operatorKey),
        ComparedCall(OperatorCalls.testPushDevice, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorListNotifications, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorGetNotification, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorSendNotification, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorCountNotificationAudience, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorChangeNotification, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorCancelNotification, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorListSeries, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorSetSeries, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorEndSeries, orFor: operatorKey),
        ComparedCall(OperatorCalls.listAccounts, orFor: operatorKey),
        ComparedCall(OperatorCalls.findAccount, orFor: operatorKey),
        ComparedCall(OperatorCalls.inviteAccount, orFor: operatorKey),
        ComparedCall(OperatorCalls.sendPasswordLink, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorExportAccount, orFor: operatorKey),
        ComparedCall(OperatorCalls.listAccountSessions, orFor: operatorKey),
        ComparedCall(OperatorCalls.endAccountSessions, orFor: operatorKey),
        ComparedCall(OperatorCalls.removeSecondStep, orFor: operatorKey),
        ComparedCall(OperatorCalls.listAccountDevices, orFor: operatorKey),
        ComparedCall(OperatorCalls.getAccountPreferences, orFor: operatorKey),
        ComparedCall(OperatorCalls.listAccountInbox, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorExplainNotification, orFor: operatorKey),
        ComparedCall(OperatorCalls.eraseAccount, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorGetErasure, orFor: operatorKey),
        ComparedCall(OperatorCalls.disableAccount, orFor: operatorKey),
        ComparedCall(OperatorCalls.enableAccount, orFor: operatorKey),
        ComparedCall(OperatorCalls.findPushDevices, orFor: operatorKey),
        ComparedCall(OperatorCalls.countInstallations, orFor: operatorKey),
        ComparedCall(OperatorCalls.listAuditEntries, orFor: operatorKey),
        ComparedCall(OperatorCalls.verifyAuditLog, orFor: operatorKey),
        ComparedCall(OperatorCalls.listSecurityEvents, orFor: operatorKey),
        ComparedCall(OperatorCalls.listWarnings, orFor: operatorKey),
        ComparedCall(OperatorCalls.streamMap, orFor: operatorKey),
        ComparedCall(OperatorCalls.getMapHistory, orFor: operatorKey),
        ComparedCall(OperatorCalls.listBackups, orFor: operatorKey),
        ComparedCall(OperatorCalls.makeBackup, orFor: operatorKey),
        ComparedCall(OperatorCalls.verifyBackup, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorResetDeviceKey, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorRemoveDeviceKey, orFor: operatorKey),
        ComparedCall(OperatorCalls.rotateSigningKey, orFor: operatorKey),
        ComparedCall(OperatorCalls.listMissingAccounts, orFor: operatorKey),
        ComparedCall(OperatorCalls.eraseMissingAccounts, orFor: operatorKey),
        ComparedCall(OperatorCalls.keepMissingAccounts, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorListAnnouncements, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorGetAnnouncement, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorAnnounce, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorCountAudience, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorCancelAnnouncement, orFor: operatorKey),
        ComparedCall(OperatorCalls.operatorExplainRecipient, orFor: operatorKey),
        ComparedCall(OperatorCalls.listSettings, orFor: operatorKey),
        ComparedCall(OperatorCalls.createConsoleLink, orFor: operatorKey),
        ComparedCall(OperatorCalls.listConsoleSessions, orFor: operatorKey),
        ComparedCall(OperatorCalls.endConsoleSession, orFor: operatorKey),
        ComparedCall(OperatorCalls.listConsolePasskeys, orFor: operatorKey),
        ComparedCall(OperatorCalls.removeConsolePasskey, orFor: operatorKey),
        ComparedCall(OperatorCalls.listSigningKeys, orFor: operatorKey),
        ComparedCall(OperatorCalls.endAccountSession, orFor: operatorKey),
    ]

    private static let operatorKey: Set<String> = ["operatorKey"]
}
