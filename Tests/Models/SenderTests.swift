// A service in this table could be asked for more than clients may.

import Models
import Testing

@Suite("Senders of the messages")
struct SenderTests {
    @Test(
        "of what is said of a person's password and of other identity providers, and of what ends an account, are auth-session alone",
        arguments: [
            VerifyPassword.self, VerifyPasskey.self, VerifyEmailCode.self, VerifySecondStep.self,
            RenewRecoveryCodes.self, RecogniseAppleUser.self, RecogniseIssuedUser.self,
            LinkIssuedUser.self, EraseUnreachableAccount.self, EraseAccount.self, BeginExport.self, RemoveTOTP.self,
            ReportSignIn.self, TellOfSignIn.self,
        ] as [any ServiceRequest.Type])
    func authSession(_ message: any ServiceRequest.Type) { #expect(message.senders == [.authSession]) }

    @Test(
        "of what both make and end accounts by are auth-session and the edge",
        arguments: [
            CreateAccount.self, GetProfile.self, RequestEmailCode.self, SendNotification.self,
        ] as [any ServiceRequest.Type])
    func both(_ message: any ServiceRequest.Type) { #expect(message.senders == [.edge, .authSession]) }

    @Test(
        "of what clients ask for is the edge alone",
        arguments: [
            GetLocation.self, UpdateProfile.self, SignIn.self, ActForOperator.self, RequestPhoneCode.self,
            ConfirmPhone.self, RemovePhone.self,
        ] as [any ServiceRequest.Type])
    func edge(_ message: any ServiceRequest.Type) { #expect(message.senders == [.edge]) }
}
