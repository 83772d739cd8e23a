// The phone number of a person: the body of POST users/me/phone and cyclists of the Ecovelo API.

public import BaliseJSON

/// A phone number to which a code is sent.
public struct SendPhoneCodeRequest: JSONConvertible, Hashable {
    /// With its country, for example `+33612345678`.
    public var phoneNumber: String

    /// Makes a body of these members.
    public init(phoneNumber: String) {
        self.phoneNumber = phoneNumber
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        phoneNumber = try json.needed("phoneNumber")
    }

    public func write(to json: inout JSONObject) {
        json.set("phoneNumber", phoneNumber)
    }
}
