// What POST announcements?dryRun=true answers, in an envelope.

/// How many would be told of an announcement that was not made.
public struct DryRunBody: JSONBody, Hashable {
    /// How many people.
    public var recipients: Int
    /// To how many push tokens.
    public var deliveries: Int

    /// Makes a body of these members.
    public init(recipients: Int, deliveries: Int) {
        self.recipients = recipients
        self.deliveries = deliveries
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        recipients = try json.needed("recipients")
        deliveries = try json.needed("deliveries")
    }

    public func write(to json: inout JSONObject) {
        json.set("dryRun", true)
        json.set("recipients", recipients)
        json.set("deliveries", deliveries)
    }
}
