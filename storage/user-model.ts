import { Schema, type Connection, type Model } from 'mongoose';

/** Somebody on the staff. */
export interface User {
  /** A UUID. */
  _id: string;
  username: string;
  /** A salted hash with its parameters (password.ts), never the password itself. */
  password: string;
  passwordChangedAt: Date;
  /** Whether enquiries may be read; without it only what holds no personal data. */
  maySeePersonalData: boolean;
  disabled: boolean;
  createdAt: Date;
}

const userSchema = new Schema<User>(
  {
    _id: { type: String, required: true },
    username: { type: String, required: true, trim: true, lowercase: true },
    password: { type: String, required: true, match: /^scrypt\$/ },
    passwordChangedAt: { type: Date, required: true },
    maySeePersonalData: { type: Boolean, required: true },
    disabled: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  {
    versionKey: false,
    strict: 'throw',
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
  },
);

userSchema.index({ username: 1 }, { unique: true });

/** The model of `User`, bound to the given connection only. */
export function userModel(connection: Connection): Model<User> {
  return connection.model<User>('User', userSchema);
}
