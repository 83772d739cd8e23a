// A service in this table could be asked for more than clients may.

@Suite("The senders of messages")
struct SenderTests {
    @Test(
        "Only auth-session sends changes of passwords, of provider links and of an account's end",
        arguments: [
            VerifyPassword.self, VerifyPasskey.self, VerifyEmailCode.self, VerifySecondStep.self,
            RenewRecoveryCodes.self, RecogniseAppleUser.self, RecogniseIssuedUser.self,
            LinkIssuedUser.self, EraseUnreachableAccount.self, EraseAccount.self, BeginExport.self, RemoveTOTP.self,
            ReportSignIn.self, TellOfSignIn.self,
        ] as [any ServiceRequest.Type])
    func authSession(_ message: any ServiceRequest.Type) { #expect(message.senders == [.authSession]) }

    @Test(
        "Auth-session and the edge send what creates and ends accounts",
        arguments: [
            CreateAccount.self, GetProfile.self, RequestEmailCode.self, SendNotification.self,
        ] as [any ServiceRequest.Type])
    func both(_ message: any ServiceRequest.Type) { #expect(message.senders == [.edge, .authSession]) }

    @Test(
        "Only location sends notices of arrivals, of new readers and of forwarders",
        arguments: [
            TellOfArrival.self, TellOfReaders.self, TellOfForwarder.self, ReportForwarder.self,
        ] as [any ServiceRequest.Type])
    func location(_ message: any ServiceRequest.Type) { #expect(message.senders == [.location]) }

    @Test(
        "Only the edge sends what clients request",
        arguments: [
            GetLocation.self, UpdateProfile.self, SignIn.self, ActForOperator.self, RequestPhoneCode.self,
            ConfirmPhone.self, RemovePhone.self,
        ] as [any ServiceRequest.Type])
    func edge(_ message: any ServiceRequest.Type) { #expect(message.senders == [.edge]) }
}
