import BaliseAPI
import Testing

@Suite("The definition of a call")
struct CallDefinitionTests {
    @Test("has its path from the root of the server")
    func path() {
        #expect(AppCalls.signIn.path == "/api/v1/auth/login")
        #expect(EcoveloCalls.getCyclist.path == "/ecovelo/users/me")
    }

    @Test("fills the parameters of its path in order")
    func parameters() {
        #expect(AppCalls.explainRecipient.path(filling: ["a%2Fb", "c"]) == "/api/v1/announcements/a%2Fb/recipients/c")
        #expect(AppCalls.markRead.path(filling: ["7"]) == "/api/v1/notifications/7/read")
        #expect(AppCalls.getProfileInEnvelope.path(filling: []) == "/api/v1/auth/me")
    }
}
