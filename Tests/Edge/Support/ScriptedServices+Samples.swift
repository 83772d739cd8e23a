// Services that have something to show, and services that refuse.

import MessageBus
import Models

@testable import Edge

extension ScriptedServices {
    /// Services whose every reply has all that it can have.
    static func full() -> ScriptedServices {
        let services = empty()
        var location = sampleLocation
        location.speed = LocationValue(json: "1.5")
        location.batteryLevel = .null
        location.altitude = LocationValue(json: #""12""#)
        let full = location
        services.on(GetLocation.self) { _ in
            GetLocation.Reply(found: [nil, GetLocation.LocationResult(device: id("d"), location: full, slogan: "s")])
        }
        services.on(GetLocationGeoJSON.self) { _ in GetLocationGeoJSON.Reply(location: full) }
        services.on(GetLocationHistory.self) { _ in
            GetLocationHistory.Reply(maximum: 1023, available: 2, locations: [full, sampleLocation])
        }
        services.on(GetVisitorHistory.self) { _ in
            let visit = GetVisitorHistory.Visit(visitor: id("v"), time: UnixTime(milliseconds: 5))
            return GetVisitorHistory.Reply(maximum: 10, visits: [visit])
        }
        services.on(GetAllowedDeviceList.self) { _ in
            let allowed = AllowedDevice(device: id("a"), readsCurrentLocation: true, readsHistory: false)
            return GetAllowedDeviceList.Reply(isEnabled: true, allowed: [allowed])
        }
        services.on(GetDeviceSlogan.self) { _ in GetDeviceSlogan.Reply(slogan: "s") }
        return services
    }

    /// Services that refuse everything.
    static func refusing(_ error: ServiceError) -> ScriptedServices {
        let services = ScriptedServices()
        func refuse<R: Request>(_: R.Type) {
            services.on(R.self) { _ throws(BusError) in throw .refused(error) }
        }
        refuse(UpdateLocation.self)
        refuse(GetLocation.self)
        refuse(GetLocationGeoJSON.self)
        refuse(GetLocationHistory.self)
        refuse(GetVisitorHistory.self)
        refuse(DeleteLocation.self)
        refuse(SetDeviceKey.self)
        refuse(SetAllowedDeviceList.self)
        refuse(GetAllowedDeviceList.self)
        refuse(SetDeviceSlogan.self)
        refuse(GetDeviceSlogan.self)
        refuse(GetDeviceSecurityStatus.self)
        refuse(SignIn.self)
        refuse(SignInWithApple.self)
        refuse(SignInWithPasskey.self)
        refuse(SignInWithEmailCode.self)
        refuse(RequestEmailSignIn.self)
        refuse(RequestEmailCode.self)
        refuse(RequestEmailChange.self)
        refuse(ConfirmEmail.self)
        refuse(RequestExport.self)
        refuse(DescribeExport.self)
        refuse(BeginPasskeyRegistration.self)
        refuse(BeginPasskeySignIn.self)
        refuse(BeginPasskeyProof.self)
        refuse(TakeSecondStep.self)
        refuse(BeginTOTP.self)
        refuse(ConfirmTOTP.self)
        refuse(GetSecondStep.self)
        refuse(RemoveTOTP.self)
        refuse(RequestTOTPRemoval.self)
        refuse(RequestRecoveryCodes.self)
        refuse(OfferDevice.self)
        refuse(TakeOverDevice.self)
        refuse(ListPasskeys.self)
        refuse(RegisterPasskey.self)
        refuse(RemovePasskey.self)
        refuse(RenamePasskey.self)
        refuse(BeginProviderSignIn.self)
        refuse(FinishProviderSignIn.self)
        refuse(RedeemSignInCode.self)
        refuse(TakeAppleNotification.self)
        refuse(Register.self)
        refuse(RefreshSession.self)
        refuse(ListSessions.self)
        refuse(EndSession.self)
        refuse(EndOtherSessions.self)
        refuse(GetProfile.self)
        refuse(UpdateProfile.self)
        refuse(ChangePassword.self)
        refuse(RequestPasswordReset.self)
        refuse(ResetPassword.self)
        refuse(ClaimDevice.self)
        refuse(ListClaimedDevices.self)
        refuse(GetPlaces.self)
        refuse(ResetDeviceKey.self)
        refuse(RemoveDeviceKey.self)
        refuse(ReleaseDevice.self)
        refuse(CreateAccount.self)
        refuse(CountMissingAccounts.self)
        refuse(ListSecurityEvents.self)
        refuse(ReadWarnings.self)
        refuse(ListReadableDevices.self)
        refuse(MakeBackup.self)
        refuse(VerifyBackup.self)
        refuse(ListBackups.self)
        refuse(SignInAnonymously.self)
        refuse(ExtendSession.self)
        refuse(IssueSessionToken.self)
        refuse(ReadDocument.self)
        refuse(WriteDocument.self)
        refuse(GetPreferences.self)
        refuse(SetPreferences.self)
        refuse(SetQuietHours.self)
        refuse(GetPosition.self)
        refuse(SetPosition.self)
        refuse(ErasePosition.self)
        refuse(AllowPositions.self)
        refuse(RegisterPushToken.self)
        refuse(ListPushTokens.self)
        refuse(RemovePushTokens.self)
        refuse(MutePushToken.self)
        refuse(SendTestPush.self)
        refuse(ListInbox.self)
        refuse(CountUnread.self)
        refuse(MarkRead.self)
        refuse(FindAnnouncements.self)
        refuse(Announce.self)
        refuse(PreviewNotification.self)
        refuse(CreateBroadcastChannel.self)
        refuse(DeleteBroadcastChannel.self)
        refuse(SendBroadcast.self)
        refuse(ListBroadcastChannels.self)
        refuse(ListAnnouncements.self)
        refuse(GetAnnouncement.self)
        refuse(CancelAnnouncement.self)
        refuse(GetKinds.self)
        refuse(SetKinds.self)
        refuse(SubscribeTopic.self)
        refuse(ChangeTopicMembers.self)
        refuse(ChangeTags.self)
        refuse(SetDeviceTags.self)
        refuse(RecordInteractions.self)
        refuse(SendNotification.self)
        refuse(GetNotification.self)
        refuse(SummarizeResults.self)
        refuse(ListResults.self)
        refuse(ListNotifications.self)
        refuse(ChangeNotification.self)
        refuse(SetSeries.self)
        refuse(GetSeries.self)
        refuse(ListSeries.self)
        refuse(EndSeries.self)
        refuse(CancelNotification.self)
        refuse(ExplainRecipient.self)
        refuse(OpenAnnouncement.self)
        refuse(ListInquiries.self)
        refuse(EraseAccount.self)
        refuse(RequestErasure.self)
        refuse(RequestExport.self)
        refuse(DescribeExport.self)
        refuse(ExportPage.self)
        refuse(GetErasure.self)
        refuse(RequestPhoneCode.self)
        refuse(ConfirmPhone.self)
        refuse(RemovePhone.self)
        refuse(ExchangeToken.self)
        refuse(IntrospectToken.self)
        refuse(RevokeToken.self)
        refuse(TakeLogoutToken.self)
        return services
    }
}
