import BaliseAPI
import BaliseJSON
import Testing

@Suite("An app's own profile fields")
struct ProfileFieldTests {
    @Test("are the members without a reserved name that are a text, a number or a Boolean")
    func read() throws {
        let user = try BaliseUser(
            jsonText: Array(
                (#"{"id":"5f0c","username":"ada","createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","#
                    + #""title":"no","bio":"é","points":3,"isClub10":false,"none":null,"list":[],"object":{}}"#).utf8))
        #expect(user.fields == ["bio": .text("é"), "points": .number(3), "isClub10": .flag(false)])
    }

    @Test("are not written under a reserved name")
    func reserved() {
        var body = UpdateProfileRequest(
            fields: ["email": .text("x"), "bio": .text("é")], removedFields: ["id", "bio", "city"])
        #expect(body.json.text == #"{"bio":"é","city":null}"#)
        body.fields["bio"] = nil
        #expect(body.json.text == #"{"bio":null,"city":null}"#)
    }

    @Test("are limited to two names in a short profile")
    func short() {
        let body = ShortProfile(firstName: "Ada", lastName: "", fields: ["userType": .text("PRO"), "bio": .text("é")])
        #expect(body.json.text == #"{"firstName":"Ada","lastName":"","userType":"PRO"}"#)
    }
}
