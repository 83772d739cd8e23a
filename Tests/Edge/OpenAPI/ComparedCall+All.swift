import BaliseAPI
import BaliseJSON
import OperatorAPI

extension ComparedCall {
    static let all =
        sessions + accounts + passkeys + emailCodes + notifications + push + announcements + ofAnyKind + ecovelo + oauth
        + operators

    private static let sessions = compared(
        AppCalls.signIn, AppCalls.authenticate, AppCalls.signInWithApple, AppCalls.redeemSignInCode,
        AppCalls.takeAppleNotification, AppCalls.register, AppCalls.refreshSession, AppCalls.getProfileInEnvelope,
        AppCalls.signOut, AppCalls.listSessions, AppCalls.endOtherSessions, AppCalls.endSession)

    private static let accounts = compared(
        AppCalls.requestPasswordReset, AppCalls.logForgottenPassword, AppCalls.resetPassword, AppCalls.changePassword,
        AppCalls.getProfile, AppCalls.updateProfileInEnvelope, AppCalls.getShortProfile, AppCalls.updateProfile,
        AppCalls.requestErasure, AppCalls.getErasure, AppCalls.exportAccount, AppCalls.listClaimedDevices,
        AppCalls.streamPlaces, AppCalls.claimDevice, AppCalls.releaseDevice, AppCalls.resetDeviceKey,
        AppCalls.removeDeviceKey, AppCalls.offerDevice, AppCalls.takeOverDevice)

    private static let passkeys = compared(
        AppCalls.beginPasskeySignIn, AppCalls.signInWithPasskey, AppCalls.beginPasskeyRegistration,
        AppCalls.registerPasskey, AppCalls.listPasskeys, AppCalls.renamePasskey, AppCalls.removePasskey,
        AppCalls.beginPasskeyProof, AppCalls.listProviderLinks, AppCalls.removeProviderLink, AppCalls.takeSecondStep,
        AppCalls.beginTOTP, AppCalls.confirmTOTP, AppCalls.getSecondStep, AppCalls.removeTOTP,
        AppCalls.renewRecoveryCodes)

    private static let emailCodes = compared(
        AppCalls.requestEmailSignIn, AppCalls.signInWithEmailCode, AppCalls.requestEmailVerification,
        AppCalls.confirmEmail, AppCalls.requestEmailChange, AppCalls.confirmEmailChange, AppCalls.requestProofCode)

    private static let notifications = compared(
        AppCalls.getPreferences, AppCalls.setPreferences, AppCalls.getQuietHours, AppCalls.setQuietHours,
        AppCalls.removeQuietHours, AppCalls.getPosition, AppCalls.setPosition, AppCalls.erasePosition,
        AppCalls.allowPositions, AppCalls.listInbox, AppCalls.countUnread, AppCalls.listInquiries,
        AppCalls.recordInteractions, AppCalls.markAllRead, AppCalls.markRead, AppCalls.getKinds, AppCalls.setKinds,
        AppCalls.listTopics, AppCalls.subscribeTopic, AppCalls.unsubscribeTopic)

    private static let push = compared(
        AppCalls.registerPushToken, AppCalls.registerDeviceToken, AppCalls.sendTestPush, AppCalls.listPushTokens,
        AppCalls.listDeviceTokens, AppCalls.mutePushToken, AppCalls.removePushToken, AppCalls.removeDeviceToken,
        AppCalls.removePushTokens, AppCalls.setDeviceTags, AppCalls.registerLiveActivity, AppCalls.removeLiveActivity)

    private static let announcements =
        compared(
            AppCalls.openOffer, AppCalls.openProfessional, AppCalls.announce, AppCalls.countAudience,
            AppCalls.previewNotification, AppCalls.createBroadcastChannel, AppCalls.deleteBroadcastChannel,
            AppCalls.sendBroadcast, AppCalls.listBroadcastChannels, AppCalls.listAnnouncements,
            AppCalls.getAnnouncement, AppCalls.cancelAnnouncement, AppCalls.explainRecipient)
        + [
            ComparedCall(list: AppCalls.findOffers), ComparedCall(list: AppCalls.findActiveOffers),
            ComparedCall(list: AppCalls.findProfessionals), ComparedCall(list: AppCalls.listCategories),
            ComparedCall(list: AppCalls.listProfessionals), ComparedCall(list: AppCalls.findOffersOfProfessional),
            ComparedCall(list: AppCalls.listFavorites), ComparedCall(bare: AppCalls.listRatings),
            ComparedCall(bare: AppCalls.getAverageRating),
        ]

    private static let ofAnyKind = compared(
        AppCalls.sendNotification, AppCalls.countNotificationAudience, AppCalls.listNotifications,
        AppCalls.getNotification, AppCalls.changeNotification, AppCalls.getResults, AppCalls.streamNotification,
        AppCalls.cancelNotification, AppCalls.explainNotification, AppCalls.setSeries, AppCalls.listSeries,
        AppCalls.getSeries, AppCalls.endSeries, AppCalls.changeTopicMembers, AppCalls.changeTags)

    private static let ecovelo = compared(
        EcoveloCalls.listPrograms, EcoveloCalls.getCyclist, EcoveloCalls.eraseOwnAccount,
        EcoveloCalls.requestPhoneCode, EcoveloCalls.confirmPhone, EcoveloCalls.removePhone,
        EcoveloCalls.registerDevice, EcoveloCalls.removeDevice, EcoveloCalls.getCyclistAtAnyRate,
        EcoveloCalls.addCyclist, EcoveloCalls.confirmCyclist, EcoveloCalls.removeCyclist)

    private static let oauth =
        compared(
            OAuthCalls.getSigningKeys, OAuthCalls.getServerMetadata, OAuthCalls.exchangeToken,
            OAuthCalls.beginProviderSignIn, OAuthCalls.finishProviderSignIn, OAuthCalls.finishProviderSignInByForm,
            OAuthCalls.revokeToken, OAuthCalls.takeLogoutToken)
        // RFC 7662, section 2.3: 401, even for an insufficient key.
        + [ComparedCall(OAuthCalls.introspectToken, orFor: ["programKey", "programKeyAsBearer"], refusing: [401])]

    /// The operator's own token opens them too.
    private static let operators = compared(
        OperatorCalls.listAPIKeys, OperatorCalls.createAPIKey, OperatorCalls.revokeAPIKey, OperatorCalls.setWebhook,
        OperatorCalls.getWebhook, OperatorCalls.removeWebhook, OperatorCalls.retryWebhook,
        OperatorCalls.getPushHealth, OperatorCalls.testPushDevice, OperatorCalls.operatorListNotifications,
        OperatorCalls.operatorGetNotification, OperatorCalls.operatorSendNotification,
        OperatorCalls.operatorCountNotificationAudience, OperatorCalls.operatorChangeNotification,
        OperatorCalls.operatorCancelNotification, OperatorCalls.operatorListSeries, OperatorCalls.operatorSetSeries,
        OperatorCalls.operatorEndSeries, OperatorCalls.listAccounts, OperatorCalls.findAccount,
        OperatorCalls.inviteAccount, OperatorCalls.sendPasswordLink, OperatorCalls.operatorExportAccount,
        OperatorCalls.listAccountSessions, OperatorCalls.endAccountSessions, OperatorCalls.removeSecondStep,
        OperatorCalls.listAccountDevices, OperatorCalls.getAccountPreferences, OperatorCalls.listAccountInbox,
        OperatorCalls.operatorExplainNotification, OperatorCalls.eraseAccount, OperatorCalls.operatorGetErasure,
        OperatorCalls.disableAccount, OperatorCalls.enableAccount, OperatorCalls.findPushDevices,
        OperatorCalls.countInstallations, OperatorCalls.listAuditEntries, OperatorCalls.verifyAuditLog,
        OperatorCalls.listSecurityEvents, OperatorCalls.listWarnings, OperatorCalls.streamMap,
        OperatorCalls.getMapHistory, OperatorCalls.listBackups, OperatorCalls.makeBackup, OperatorCalls.verifyBackup,
        OperatorCalls.operatorResetDeviceKey, OperatorCalls.operatorRemoveDeviceKey, OperatorCalls.rotateSigningKey,
        OperatorCalls.listMissingAccounts, OperatorCalls.eraseMissingAccounts, OperatorCalls.keepMissingAccounts,
        OperatorCalls.operatorAnnounce, OperatorCalls.operatorCountAudience, OperatorCalls.listSettings,
        OperatorCalls.createConsoleLink,
        OperatorCalls.listConsoleSessions, OperatorCalls.endConsoleSession, OperatorCalls.listConsolePasskeys,
        OperatorCalls.removeConsolePasskey, OperatorCalls.listSigningKeys, OperatorCalls.endAccountSession,
        orFor: ["operatorKey"])

    private static func compared<each Request: JSONConvertible, each Reply: JSONConvertible>(
        _ calls: repeat APICallDefinition<each Request, each Reply>, orFor credentials: Set<String> = []
    ) -> [ComparedCall] {
        var all: [ComparedCall] = []
        repeat all.append(ComparedCall(each calls, orFor: credentials))
        return all
    }
}
