package javax.annotation;

/** What marks generated classes, and is in no JDK since Java 11. */
public @interface Generated {
  String[] value();

  String date() default "";

  String comments() default "";
}
